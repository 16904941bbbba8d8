// One event: its times, the event, the model before and after it, and its effects.

import {$, clock, make, time, write} from './elements.js';
import {differences, tree} from './tree.js';

// `wall` is the wall clock's time at zero of the program's clock, in milliseconds.
export function showDetail(n, wall, {event, before, after, effects, happened, began, updated, ended}) {
  write($('heading'), `Event ${n}`);
  $('heading').append(make('small', {}, ` at ${clock(wall + happened / 1e6)}, ${time(ended - happened)} in all`));
  $('detail').dataset.n = n;
  showTimes({happened, began, updated, ended, effects});
  $('event').replaceChildren(event ? tree(event) : make('span.type', {}, 'start of the loop'));
  const count = before && after ? differences(after, before) : null;
  write($('change'), count === null ? 'initial' : count === 0 ? 'unchanged' : count === 1 ? '1 change' : `${count} changes`);
  $('model').replaceChildren(after ? tree(after, before ?? undefined) : '');
  $('effects').replaceChildren(...effects.map(effect => {
    const value = effect.tree ? tree(effect.tree) : make('div.leaf', {}, effect.text);
    return make('div.effect', {}, value, make('span.took', {}, time(effect.ended - effect.began)));
  }));
  if (!effects.length) $('effects').append(make('span.type', {}, 'none'));
}

// Draws the parts of the time from the edge to the last effect, and names each.
function showTimes({happened, began, updated, ended, effects}) {
  const all = Math.max(ended - happened, 1);
  const parts = [['waiting', happened, began], ['update', began, updated],
    ...effects.map(effect => ['effect', effect.began, effect.ended])];
  const bar = make('div.bar', {'aria-hidden': true}, ...parts.map(([name, start, end]) => {
    const part = make(`span.${name}`, {title: `${name} ${time(end - start)}`});
    part.style.left = `${100 * (start - happened) / all}%`;
    part.style.width = `${100 * (end - start) / all}%`;
    return part;
  }));
  const sum = effects.reduce((sum, effect) => sum + effect.ended - effect.began, 0);
  const figures = [['waiting', began - happened], ['update', updated - began], ['effect', sum]];
  $('timing').replaceChildren(bar, make('dl', {}, ...figures.map(([name, ns]) =>
    make(`div.${name}`, {}, make('dt', {}, name === 'effect' ? 'effects' : name), make('dd', {}, time(ns))))));
}
