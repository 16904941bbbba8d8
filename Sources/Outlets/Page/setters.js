// A control for each type of feature that can be set from outside of the program.

import {latest, make} from './elements.js';

export function setter(feature, label, send, isOpen) {
  const set = latest(value => send('set', value), isOpen);
  return setters[feature.type]?.({feature, label: `set ${label}`, set}) ?? null;
}

// The input of a simulated device that a text operates: keys, the id of a card, a number. Its examples are buttons: one claps.
export function entry({examples = []}, label, send, isOpen) {
  const input = make('input', {name: 'entry', type: 'text', 'aria-label': `enter ${label}`, placeholder: 'enter'});
  const enter = text => isOpen() && send('enter', text);
  input.addEventListener('keydown', event => event.key === 'Enter' && enter(input.value));
  return make('span.setter.entry', {}, pair(`examples of ${label}`, ...examples.map(text => [text, () => enter(text)])), input);
}

const setters = {
  toggle: ({label, set}) => pair(label, ['off', () => set(0)], ['on', () => set(1)]),

  level({feature: {min, max, step, off, limits = [min, max]}, label, set}) {
    const isSlider = min != null && max != null;
    const input = make('input', {
      name: 'level', type: isSlider ? 'range' : 'number', min: limits[0], max: limits[1], step: step ?? 'any', placeholder: 'set',
      'aria-label': label,
    });
    input.addEventListener(isSlider ? 'input' : 'change', () => input.value !== '' && input.reportValidity() && set(input.valueAsNumber));
    return make('span.setter', {}, input, off ? pair(label, ['off', () => set(null)]) : null);
  },

  color({label, set}) {
    const input = make('input', {name: 'color', type: 'color', value: '#ffffff', 'aria-label': label});
    input.addEventListener('input', () => set(input.value));
    return make('span.setter', {}, input, pair(label, ['off', () => set('#000000')]));
  },

  text({label, set}) {
    const input = make('input', {name: 'text', type: 'text', 'aria-label': label, placeholder: 'text'});
    input.addEventListener('keydown', event => event.key === 'Enter' && set(input.value));
    return make('span.setter', {}, input);
  },

  sound: ({feature: {sounds = []}, label, set}) =>
    pair(label, ...sounds.map(name => [name, () => set(name)]), ['stop', () => set(null)]),
};

function pair(label, ...choices) {
  return make('span.setter', {role: 'group', 'aria-label': label}, ...choices.map(([name, act]) => {
    const button = make('button', {type: 'button'}, name);
    button.addEventListener('click', act);
    return button;
  }));
}
