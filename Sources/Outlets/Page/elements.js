// Short ways to make elements, and to write numbers.

export const $ = id => document.getElementById(id);

// Makes an element of HTML: a class of the form `button.push`, attributes, and children that are elements or texts.
export function make(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split('.');
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(' ');
  return fill(element, attributes, children);
}

export function draw(tag, attributes = {}, ...children) {
  return fill(document.createElementNS('http://www.w3.org/2000/svg', tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null) element.setAttribute(name, value);
  }
  element.append(...children.filter(child => child !== null && child !== undefined));
  return element;
}

// Sets a text only if it differs, so that an unchanged state does not touch the document.
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export function mark(element, name, value) {
  if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

// Returns a function that sends values one after the other. While one is on its way, only the newest of the next ones is kept:
// a slider gives many.
export function latest(send, isOpen) {
  let isSending = false, next;
  return async value => {
    next = [value];
    if (isSending || !isOpen()) return;
    for (isSending = true; next; ) {
      const [value] = next;
      next = null;
      await send(value);
    }
    isSending = false;
  };
}

// Formats nanoseconds with three digits: `850 ns`, `12.3 µs`, `4.56 ms`, `1.20 s`.
export function time(ns) {
  if (ns < 1000) return `${Math.round(ns)} ns`;
  const [unit, size] = ns < 1e6 ? ['µs', 1e3] : ns < 1e9 ? ['ms', 1e6] : ['s', 1e9];
  const number = ns / size;
  return `${number.toFixed(number >= 99.95 ? 0 : number >= 9.995 ? 1 : 2)} ${unit}`;
}

// Formats a time of the wall clock with its milliseconds: `14:05:09.123`.
export function clock(milliseconds) {
  const date = new Date(milliseconds);
  return date.toLocaleTimeString('en-GB') + `.${String(date.getMilliseconds()).padStart(3, '0')}`;
}
