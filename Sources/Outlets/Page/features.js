// A view for each type of feature. A device is drawn by its features alone, so a new kind needs nothing here.
//
// A view has an `element`, `show(value)`, and, as far as they apply: `text(value)` for the caption, `isActive(value)` for
// the wire, and `work(index, isDown)` for the index-th key of the keyboard. `label` is the accessible name. `send(act,
// value)` reaches the program, and `isOpen()` says whether the program takes it now.

import {draw, latest, make, mark, write} from './elements.js';
import {Hold} from './hold.js';
import {dial} from './dial.js';
import {elements} from './screen.js';

const holdSeconds = 5;   // The time for which a press holds. It is repeated each second.

const seen = share => Math.sqrt(share);   // A light of a quarter of the power looks half as bright.

// `isAlone` is whether the box has no control of its own for the feature, which the page then has.
export function view(feature, label, send, isOpen, isAlone, load) {
  const type = isAlone && feature.set && operated[feature.type] ? operated[feature.type]
    : isAlone && feature.type === 'text' ? line
    : feature.act === 'press' || feature.act === 'sense' ? contact : feature.act === 'toggle' ? flip
    : feature.act === 'turn' ? dial : types[feature.type] ?? plain;
  return {...type({feature, label, send, isOpen, load}), isOperated: isAlone && feature.set && feature.type in operated};
}

const operated = {
  toggle: parts => parts.feature.dimmable ? dimmer(parts) : parts.feature.name ? option(parts) : flip(parts),
  level: slider, press: trigger, text: field, color: palette,
};

const types = {press: indicator, toggle: lamp, level, color: lamp, text: screen, picture, pixels, sound, elements};

// A button, or a sensor that detects something while its face is held.
function contact({feature, label, send, isOpen}) {
  const element = make('button.push', {type: 'button', 'aria-pressed': false, 'aria-label': label}, make('span.cap'));
  if (feature.act === 'sense') element.classList.add('sense');
  // The face moves when the program reports the contact. After a press that changes how the document looks, or during a
  // transition, Chromium draws a frame before it takes the program's reply, which is 9 ms later on average.
  let again;
  const hold = new Hold(isClosed => {
    clearInterval(again);
    if (!isClosed) return send('release');
    // The program releases a contact whose press is not repeated, because its browser may have gone.
    const press = () => send('press', holdSeconds);
    again = setInterval(press, 1000);
    press();
  });
  hold.attach(element, isOpen);
  return {
    element,
    show(value) {
      mark(element, 'aria-pressed', value > 0);
      element.classList.toggle('latched', hold.isLatched);
    },
    isActive: value => value > 0,
    work: (index, isDown) => isDown ? hold.close('key') : hold.open('key'),
    forget: () => hold.forget(),
  };
}

// A switch that stays where it is put.
function flip({label, send, isOpen}) {
  const element = make('button.flip', {type: 'button', role: 'switch', 'aria-checked': false, 'aria-label': label});
  element.append(make('span.lever'));
  const set = () => isOpen() && send('set', element.getAttribute('aria-checked') === 'true' ? 0 : 1);
  element.addEventListener('click', set);
  return {
    element,
    show: value => mark(element, 'aria-checked', value > 0),
    text: value => value > 0 ? 'on' : 'off',
    isActive: value => value > 0,
    work: (index, isDown) => isDown && set(),
  };
}

// A press that the page cannot make.
function indicator({label}) {
  const element = make('span.push.fixed', {role: 'img', 'aria-label': label}, make('span.cap'));
  return {
    element,
    show(value) {
      mark(element, 'aria-pressed', value > 0);
      mark(element, 'aria-label', `${label}, ${value > 0 ? 'pressed' : 'released'}`);
    },
    isActive: value => value > 0,
  };
}

// The colours that a light of one colour may have in its name.
const hues = {red: '#ff4d3d', amber: '#ffab2e', orange: '#ff8a2a', yellow: '#ffd83d', green: '#37d67a', blue: '#4c9dff',
  white: '#f4f7ff', violet: '#a98bff', pink: '#ff7ac0'};

// Anything that is on, off, or in between: a share from 0 to 1, or a colour.
function lamp({label}) {
  const word = label.toLowerCase().split(/[^a-z]+/).find(word => hues[word]);
  const hue = hues[word] ?? hues.red;
  const glow = make('span.glow'), bulb = make('span.bulb');
  const element = make('span.lamp', {role: 'img'}, glow, bulb);
  const text = value => typeof value === 'string' ? (value === '#000000' ? 'off' : value)
    : value > 0 && value < 1 ? `${Math.round(value * 100)} %` : value > 0 ? 'on' : 'off';
  return {
    element,
    show(value) {
      const [color, share] = typeof value === 'string' ? brightest(value) : [hue, Number(value ?? 0)];
      bulb.style.backgroundColor = share > 0 ? `color-mix(in oklab, ${color} ${30 + 70 * seen(share)}%, var(--unlit))` : '';
      glow.style.backgroundColor = color;
      glow.style.opacity = 0.75 * seen(share);
      element.classList.toggle('lit', share > 0);
      mark(element, 'aria-label', `${label}, ${text(value)}`);
      mark(element, 'data-value', value);
    },
    text,
    isActive: value => typeof value === 'string' ? value !== '#000000' : value > 0,
  };
}

// Splits a colour into the same colour at full brightness, and its brightness.
function brightest(color) {
  const parts = [1, 3, 5].map(start => parseInt(color.slice(start, start + 2), 16) || 0), most = Math.max(...parts);
  return most === 0 ? [color, 0] : [`rgb(${parts.map(part => Math.round(part / most * 255)).join(' ')})`, most / 255];
}

// A number: large where it has no scale, and with a scale of steps or a pointer where it has one.
function level({feature, label}) {
  const {min, max, step, unit = ''} = feature;
  const hasScale = min != null && max != null && max > min;
  const count = hasScale && step ? Math.round((max - min) / step) : 0;
  const digits = make('span.digits');
  const scale = !hasScale ? null : make(count > 0 && count <= 12 ? 'span.steps' : 'span.track');
  const pointer = make('span.pointer');
  if (scale?.className === 'steps') for (let index = 0; index < count; index++) scale.append(make('i'));
  else scale?.append(pointer);
  const element = make('span.level', {role: hasScale ? 'meter' : 'img', 'aria-label': label}, digits, scale);
  if (hasScale) fillRange(element, min, max);
  const text = value => value == null ? 'off' : `${Math.round(value * 1000) / 1000}${unit}`;
  return {
    element,
    show(value) {
      write(digits, text(value));
      if (hasScale) {
        const share = value == null ? 0 : Math.min(Math.max((value - min) / (max - min), 0), 1);
        [...scale.children].forEach((child, index) => {
          if (child !== pointer) child.classList.toggle('lit', value != null && index < Math.round(share * count));
        });
        pointer.style.left = `${share * 100}%`;
        pointer.hidden = value == null;
        mark(element, 'aria-valuenow', value ?? min);
        mark(element, 'aria-valuetext', text(value));
      } else {
        mark(element, 'aria-label', `${label}, ${text(value)}`);
      }
      mark(element, 'data-value', value);
    },
  };
}

function fillRange(element, min, max) {
  element.setAttribute('aria-valuemin', min);
  element.setAttribute('aria-valuemax', max);
}

// A number that the user sets. `text` formats it for the user.
function slider({feature, label, send, isOpen, text = value => number(value, feature)}) {
  const {min, max, step = 'any'} = feature;
  const input = make('input.slider', {name: feature.name || 'level', type: 'range', min, max, step, 'aria-label': label});
  const digits = make('span.digits'), element = make('span.level', {}, input, digits);
  const set = latest(value => send('set', value), isOpen);
  input.addEventListener('input', () => { write(digits, text(input.valueAsNumber)); set(input.valueAsNumber); });
  return {
    element,
    show(value) {
      input.disabled = value == null;
      if (!input.matches(':active')) {
        input.value = value ?? min;
        write(digits, text(value));
      }
      mark(element, 'data-value', value);
    },
  };
}

// Formats a number. One without a step, such as a volume, is shown as a whole one.
function number(value, {step, unit = ''}) {
  return value == null ? '' : `${step ? Math.round(value * 1000) / 1000 : Math.round(value)}${unit}`;
}

// A brightness or a speed that the user sets.
const dimmer = parts => slider({
  ...parts, feature: {...parts.feature, min: 0, max: 1, step: 0.01}, text: value => `${Math.round(value * 100)} %`,
});

// A text that the user sets: one of several, a time of the day, or any.
function field({feature: {options, isTime}, label, send, isOpen}) {
  // A state that nobody can choose, such as that a cover opens.
  const other = options ? make('option', {hidden: ''}) : null;
  const input = options ? make('select', {name: 'choice', 'aria-label': label}, other, ...options.map(text => make('option', {}, text)))
    : make('input', {name: 'text', type: isTime ? 'time' : 'text', 'aria-label': label});
  const element = make('span.field', {}, input);
  let shown = '', isEdited = false;
  const fill = () => {
    if (options && !options.includes(shown)) write(other, shown);
    if (!isEdited) input.value = shown;
  };
  input.addEventListener('input', () => { isEdited = true; });
  input.addEventListener('change', async () => {
    isEdited = false;
    // What the program refuses is not shown.
    if (!isOpen() || !await send('set', input.value)) fill();
  });
  return {
    element,
    show(value) {
      shown = value ?? '';
      fill();
      mark(element, 'data-value', shown);
    },
  };
}

// A colour that the user sets.
function palette({label, send, isOpen}) {
  const input = make('input', {name: 'color', type: 'color', 'aria-label': label});
  const off = make('button.trigger', {type: 'button', 'aria-label': `${label} off`}, 'off');
  const element = make('span.field', {}, input, off), set = latest(value => send('set', value), isOpen);
  input.addEventListener('input', () => set(input.value));
  off.addEventListener('click', () => set('#000000'));
  return {
    element,
    show(value) {
      input.value = value;
      mark(element, 'data-value', value);
    },
  };
}

// A button for something that happens at once.
function trigger({feature, label, send, isOpen}) {
  const element = make('button.trigger', {type: 'button', 'aria-label': label}, feature.name || 'press');
  element.addEventListener('click', () => isOpen() && send('set', true));
  return {element, show() {}};
}

// A button that stays pressed, with the name of its feature.
function option({feature, label, send, isOpen}) {
  const element = make('button.trigger', {type: 'button', 'aria-pressed': false, 'aria-label': label}, feature.name);
  element.addEventListener('click', () => isOpen() && send('set', element.getAttribute('aria-pressed') === 'true' ? 0 : 1));
  return {element, show: value => mark(element, 'aria-pressed', value > 0)};
}

// A text in a line, with its image.
function line({feature, label, load}) {
  const text = make('span.words'), image = feature.image ? make('img.cover', {alt: ''}) : null;
  const element = make('span.line', {role: 'img', 'aria-label': label}, image, text);
  let shown = null;
  async function showImage(value) {
    const bytes = value ? await load().then(reply => reply.blob(), () => null) : null;
    if (shown !== value) return;
    if (image.src) URL.revokeObjectURL(image.src);
    image.hidden = bytes === null;
    if (bytes) image.src = URL.createObjectURL(bytes); else image.removeAttribute('src');
  }
  if (image) image.hidden = true;
  return {
    element,
    isWide: true,
    show(value) {
      write(text, value ?? '');
      element.hidden = !value;
      mark(element, 'aria-label', `${label}: ${value || 'empty'}`);
      if (image && shown !== value) showImage(shown = value);
    },
  };
}

function screen({label}) {
  const element = make('pre.screen', {role: 'img', 'aria-label': label});
  return {
    element,
    isWide: true,
    show(value) {
      write(element, value ?? '');
      element.hidden = !value;
      mark(element, 'aria-label', `${label}: ${value || 'empty'}`);
    },
  };
}

// A picture of dots: eight dots of a column in a byte, the top one in its lowest bit, eight rows after eight rows.
function picture({label}) {
  const element = make('canvas.picture', {role: 'img', 'aria-label': label});
  let drawn = null;
  return {
    element,
    isWide: true,
    show(value) {
      if (!value || drawn === value.bits) return;
      drawn = value.bits;
      const {w, h} = value, bytes = Uint8Array.from(atob(value.bits), character => character.charCodeAt(0));
      if (element.width !== w || element.height !== h) [element.width, element.height] = [w, h];
      const context = element.getContext('2d', {willReadFrequently: true}), image = context.createImageData(w, h);
      for (let y = 0; y < h; y++) {
        for (let x = 0; x < w; x++) {
          const isLit = bytes[(y >> 3) * w + x] >> (y & 7) & 1;
          image.data.set(isLit ? [214, 236, 255, 255] : [11, 15, 20, 255], (y * w + x) * 4);
        }
      }
      context.putImageData(image, 0, 0);
    },
  };
}

// The pixels of a strip or a ring, each as `#rrggbb`. A ring begins at the top and goes clockwise.
function pixels({feature, label}) {
  const element = make(feature.ring ? 'span.pixels.ring' : 'span.pixels', {role: 'img', 'aria-label': label});
  function fill(count) {
    for (let index = 0; index < count; index++) {
      const dot = make('i'), angle = index / count * 2 * Math.PI;
      if (feature.ring) [dot.style.left, dot.style.top] = [`${50 + 43 * Math.sin(angle)}%`, `${50 - 43 * Math.cos(angle)}%`];
      element.append(dot);
    }
  }
  return {
    element,
    isWide: true,
    show(value) {
      const colors = value?.match(/#[0-9a-f]{6}/g) ?? [];
      if (element.childElementCount === 0) fill(colors.length);
      colors.forEach((value, index) => {
        const [color, share] = brightest(value), dot = element.children[index].style;
        dot.backgroundColor = share > 0 ? `color-mix(in oklab, ${color} ${30 + 70 * seen(share)}%, var(--unlit))` : '';
      });
      mark(element, 'aria-label', `${label}, ${colors.filter(color => color !== '#000000').length} of ${colors.length} lit`);
      mark(element, 'data-value', value);
    },
    isActive: value => /[1-9a-f]/.test(value ?? ''),
  };
}

function sound({label}) {
  const element = make('span.speaker', {role: 'img'}, icon('sound'));
  const text = value => value ?? 'silent';
  return {
    element,
    text,
    show: value => mark(element, 'aria-label', `${label}, ${value ? `last sound ${value}` : 'silent'}`),
    // A sound that starts moves the waves once more, also if it is the same sound.
    ring() {
      element.classList.remove('ringing');
      void element.offsetWidth;
      element.classList.add('ringing');
    },
  };
}

// A type of feature that this page does not know.
function plain({label}) {
  const element = make('span.plain', {'aria-label': label});
  return {element, show: value => write(element, typeof value === 'object' ? JSON.stringify(value) : String(value))};
}

export function icon(name) {
  return draw('svg', {class: 'icon', 'aria-hidden': true}, draw('use', {href: `#icon-${name}`}));
}
