// The list of events, newest first. Only the visible rows exist, so a long session costs no more than a short one.

import {make, mark, time} from './elements.js';

const height = 28, most = 4000;

export class Rows {
  constructor(element, fetchRows, choose) {
    this.element = element;
    this.fetchRows = fetchRows;
    this.choose = choose;
    this.known = new Map();
    this.made = new Map();
    this.space = make('div.space', {role: 'presentation'});
    this.count = this.first = 0;
    this.isAsking = false;
    element.replaceChildren(this.space);
    element.addEventListener('scroll', () => this.draw());
    new ResizeObserver(() => this.draw()).observe(element);
    const keys = {ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10, Home: Infinity, End: -Infinity};
    element.addEventListener('keydown', event => {
      if (!(event.key in keys)) return;
      event.preventDefault();
      event.stopPropagation();
      choose(this.selected + keys[event.key]);
    });
  }

  clear() {
    this.known.clear();
    this.made.clear();
    this.space.replaceChildren();
    this.count = this.first = 0;
  }

  add(rows) {
    for (const row of rows) this.known.set(row.n, row);
    while (this.known.size > most) this.known.delete(this.known.keys().next().value);
  }

  // Shows `count` events, of which `first` is the oldest that the program still has.
  show(count, first, selected) {
    const element = this.element, added = count - this.count, isMoved = selected !== this.selected;
    const isFollowing = element.scrollTop < height;
    [this.count, this.first, this.selected] = [count, first, selected];
    this.space.style.height = `${Math.max(count - first, 0) * height}px`;
    if (!isFollowing && added > 0) element.scrollTop += added * height;
    if (isMoved) this.reveal(selected, isFollowing && selected === count - 1);
    this.draw();
  }

  reveal(number, isAtTop) {
    const element = this.element, top = (this.count - 1 - number) * height;
    if (isAtTop) element.scrollTop = 0;
    else if (top < element.scrollTop) element.scrollTop = top;
    else element.scrollTop = Math.max(element.scrollTop, top + height - element.clientHeight);
  }

  draw() {
    const last = this.count - 1 - Math.floor(this.element.scrollTop / height) + 2;
    const least = Math.max(this.first, last - Math.ceil(this.element.clientHeight / height) - 6);
    for (const [number, row] of this.made) {
      if (number >= least && number <= last) continue;
      row.remove();
      this.made.delete(number);
    }
    let missing = null, isNew = false;
    for (let number = Math.min(last, this.count - 1); number >= least; number--) {
      const row = this.known.get(number);
      if (!row) missing = number;
      isNew ||= row && !this.made.has(number);
      const element = row && (this.made.get(number) ?? this.make(row));
      if (!element) continue;
      element.style.top = `${(this.count - 1 - number) * height}px`;
      mark(element, 'aria-selected', number === this.selected);
      mark(element, 'aria-posinset', this.count - number);
      mark(element, 'aria-setsize', this.count - this.first);
    }
    // A screen reader reads the rows in the order of the document.
    if (isNew) this.space.append(...[...this.made].sort(([one], [other]) => other - one).map(([, row]) => row));
    const chosen = this.made.get(this.selected);
    if (chosen) mark(this.element, 'aria-activedescendant', chosen.id);
    else this.element.removeAttribute('aria-activedescendant');
    if (missing !== null) this.ask(missing);
  }

  make(row) {
    const effects = row.effects.length ? `→ ${row.effects.join('  → ')}` : null;
    const title = [row.event, row.model, effects].filter(Boolean).join('\n');
    const element = make('div.row', {role: 'option', id: `event-${row.n}`, title},
      make('span.n', {}, row.n), make('span.what', {}, row.event, effects && make('span.fx', {}, effects)),
      make('span.took', {}, time(row.ended - row.happened)));
    if (!row.changed && !row.effects.length) element.classList.add('same');
    element.addEventListener('click', () => this.choose(row.n));
    this.made.set(row.n, element);
    return element;
  }

  async ask(number) {
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      this.add(await this.fetchRows(Math.max(this.first, number), 200));
      if (this.known.has(number)) this.draw();
    } finally {
      setTimeout(() => { this.isAsking = false; }, 100);
    }
  }
}
