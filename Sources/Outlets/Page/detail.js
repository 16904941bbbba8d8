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

// Draws the parts of the time from the edge to the last effect, and names each. The views take the time from the update to the
// first effect, so it is known only if there is one.
function showTimes({happened, began, updated, ended, effects}) {
  const all = Math.max(ended - happened, 1);
  const views = effects.slice(0, 1).map(effect => ['views', updated, effect.began]);
  const parts = [['waiting', happened, began], ['update', began, updated], ...views,
    ...effects.map(effect => ['effects', effect.began, effect.ended])];
  const bar = make('div.bar', {'aria-hidden': true}, ...parts.map(([name, start, end]) => {
    const part = make(`span.${name}`, {title: `${name} ${time(end - start)}`});
    part.style.left = `${100 * (start - happened) / all}%`;
    part.style.width = `${100 * (end - start) / all}%`;
    return part;
  }));
  const figures = ['waiting', 'update', ...views.map(([name]) => name), 'effects'].map(name =>
    [name, parts.reduce((sum, part) => part[0] === name ? sum + part[2] - part[1] : sum, 0)]);
  $('timing').replaceChildren(bar, make('dl', {}, ...figures.map(([name, ns]) =>
    make(`div.${name}`, {}, make('dt', {}, name), make('dd', {}, time(ns))))));
}
