// The texts and the controls of a screen, as elements of their own. A command states the name of a control.

import {latest, make, mark, write} from './elements.js';

export function elements({feature, label, send, isOpen}) {
  const element = make('div.elements', {role: 'group', 'aria-label': label});
  const command = text => isOpen() && feature.set ? send('set', text) : undefined;
  return {element, isWide: true, show: items => arrange(element, items ?? [], {command, isOpen, label, isFixed: !feature.set})};
}

const named = new Set(['button', 'toggle', 'range', 'choice', 'steps']);

// Shows items as children. A control keeps its element while it has its name, so that it keeps the focus of the page.
function arrange(parent, items, context) {
  const old = parent.parts ?? new Map(), isList = parent.localName === 'ul';
  const parts = parent.parts = new Map();
  for (const item of items) {
    let key = named.has(item.form) ? `${item.form} ${item.name}` : item.form;
    while (parts.has(key)) key += "'";
    const part = old.get(key) ?? forms[item.form]?.(item, context);
    if (!part) continue;
    part.outer ??= isList ? make('li', {}, part.element) : part.element;
    parts.set(key, part);
    part.show(item);
    if (item.focused) mark(part.element, 'aria-current', true); else part.element.removeAttribute('aria-current');
  }
  const children = [...parts.values()].map(({outer}) => outer), focused = document.activeElement;
  if (children.length === parent.children.length && children.every((child, index) => child === parent.children[index])) return;
  parent.replaceChildren(...children);
  if (focused !== document.activeElement && parent.contains(focused)) focused.focus();
}

const nest = tag => (item, context) => {
  const element = make(tag);
  return {element, show: ({elements}) => arrange(element, elements, context)};
};

const forms = {
  row: nest('div.row'),
  list: nest('ul'),

  text() {
    const element = make('p');
    return {element, show: ({name}) => write(element, name)};
  },

  divider: () => ({element: make('hr'), show() {}}),

  bar(item, {label}) {
    const element = make('progress', {max: 1, 'aria-label': label});
    return {element, show({value}) { element.value = value; }};
  },

  button: ({name}, context) => ({element: press(name, null, `press ${name}`, context), show() {}}),

  back: (item, context) => ({element: press('back', null, 'back', context), show() {}}),

  toggle({name}, {command, isFixed}) {
    const input = make('input', {type: 'checkbox', name, disabled: isFixed ? '' : null});
    let shown = false;
    input.addEventListener('change', async () => {
      // What the program refuses is not shown.
      if (!await command(`set ${name} ${input.checked ? 'on' : 'off'}`)) input.checked = shown;
    });
    return {element: make('label', {}, input, name), show({value}) { input.checked = shown = value; }};
  },

  range({name}, {command, isOpen, isFixed}) {
    const input = make('input.slider', {type: 'range', name, 'aria-label': name, disabled: isFixed ? '' : null});
    const set = latest(value => command(`set ${name} ${value}`), isOpen);
    input.addEventListener('input', () => set(input.valueAsNumber));
    return {
      element: make('label', {}, make('span', {}, name), input),
      show({value, min, max, step}) {
        Object.assign(input, {min, max, step: step > 0 ? step : 'any'});
        if (!input.matches(':active')) input.value = value;
      },
    };
  },

  choice({name}, {command, isFixed}) {
    const input = make('select', {name, 'aria-label': name, disabled: isFixed ? '' : null});
    let shown, texts;
    input.addEventListener('change', async () => {
      if (!await command(`set ${name} ${input.value}`)) input.value = shown;
    });
    return {
      element: make('label', {}, make('span', {}, name), input),
      show({value, options}) {
        if (texts !== options.join('\n')) {
          texts = options.join('\n');
          input.replaceChildren(...options.map(text => make('option', {}, text)));
        }
        input.value = shown = value ?? '';
      },
    };
  },

  steps({name}, context) {
    const output = make('output', {'aria-label': name});
    const element = make('div.row', {role: 'group', 'aria-label': name}, make('span', {}, name),
      press('−', `${name} less`, `turn ${name} -1`, context), output, press('+', `${name} more`, `turn ${name} 1`, context));
    return {element, show: ({value}) => write(output, value)};
  },
};

function press(text, label, order, {command, isFixed}) {
  const element = make('button.trigger', {type: 'button', 'aria-label': label, disabled: isFixed ? '' : null}, text);
  element.addEventListener('click', () => command(order));
  return element;
}
