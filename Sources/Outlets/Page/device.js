// The card of a device: its features, its name, its place on the header, its keys.

import {make, mark, write} from './elements.js';
import {view} from './features.js';
import {entry, setter} from './setters.js';

export class Device {
  constructor({kind, title = kind, name, features, own}, wires, act, isOpen, load) {
    this.key = `${kind} ${name}`;
    this.wires = wires;
    const isAlone = kind === name;
    const views = features.map(described => {
      const feature = {...described, isTime: kind === 'app-time'};
      const label = [isAlone ? name : `${title} ${name}`, feature.name].filter(Boolean).join(' ');
      const send = (verb, value) => act(this.key, feature.name, verb, value);
      const face = view(feature, label, send, isOpen, own === true, () => load(this.key, feature.name));
      const control = feature.act === 'enter' ? entry(feature, label, send, isOpen)
        : feature.set && !face.isOperated ? setter(feature, label, send, isOpen) : null;
      return {feature, setter: control, ...face};
    });
    this.views = views;
    this.caption = make('small.state');
    const faces = part => views.filter(part).map(({element, feature}) => {
      const keys = feature.keys ?? [];
      return keys.length ? make('span.face', {}, element, make('kbd', {'aria-hidden': true}, keys.join(' '))) : element;
    });
    // The text that a picture shows is for those who do not see the picture.
    if (features.some(({type}) => type === 'picture')) {
      for (const {element, feature} of views) element.classList.toggle('unseen', feature.type === 'text');
    }
    const [wide, small] = [faces(({isWide}) => isWide), faces(({isWide}) => !isWide)];
    const places = wires.map(({name}) => name).join(' '), pins = wires.map(({pin}) => pin.number).join(' ');
    const label = [title, isAlone ? null : name, places].filter(Boolean).join(' ');
    this.element = make('div.device', {role: 'group', 'aria-label': label},
      make('div.faces', {}, ...small),
      make('div.label', {}, make('div.title', {}, make('b', {}, name), this.caption),
        make('small.kind', {title: `${title} ${places}`},
          [isAlone ? null : title, shortened(wires.map(({name}) => name))].filter(Boolean).join(' · '),
          wires.length ? make('span.pins', {}, ` · pin${wires.length > 1 ? 's' : ''} ${pins}`) : null)),
      ...wide,
      ...views.flatMap(({setter}) => setter ?? []));
    this.element.dataset.device = this.key;
    for (const {element, feature} of views) element.dataset.feature = feature.name;
    for (const {feature, setter} of views) if (setter) setter.dataset.sets = feature.name;
    this.element.classList.toggle('wide', wide.length > 0);
    this.element.classList.toggle('own', own === true);
    this.values = {};
  }

  // Shows new values of the features. Unchanged ones do not touch the document.
  show(values) {
    let isChanged = false;
    for (const {feature, setter, show} of this.views) {
      const value = values[feature.name];
      if (value === undefined || same(value, this.values[feature.name])) continue;
      this.values[feature.name] = value;
      show(value);
      const input = feature.act !== 'enter' && setter?.querySelector('input');
      // An input has one line.
      if (input && input !== document.activeElement) input.value = String(value ?? '').replaceAll('\n', ' ');
      isChanged = true;
    }
    if (!isChanged) return;
    write(this.caption, this.views.map(({feature, text}) => text?.(this.values[feature.name])).filter(Boolean).join(' '));
    const isActive = this.views.some(({feature, isActive}) => isActive?.(this.values[feature.name]));
    mark(this.element, 'data-active', isActive);
    for (const wire of this.wires) wire.path?.classList.toggle('active', isActive);
  }

  // The next values are shown even if they are the same.
  forget() {
    this.values = {};
  }

  close() {
    for (const view of this.views) view.forget?.();
  }
}

// Returns the names of lines, the second one without what it has in common with the first: `GPIO16 20 21`.
function shortened([first, ...others]) {
  const start = first?.match(/^[A-Z]+(?=\d)/)?.[0] ?? ' ';
  return [first, ...others.map(name => name.startsWith(start) ? name.slice(start.length) : name)].join(' ');
}

function same(one, other) {
  return one === other || (one !== null && typeof one === 'object' && other !== null && typeof other === 'object'
    && one.w === other.w && one.h === other.h && one.bits === other.bits && 'bits' in one);
}
