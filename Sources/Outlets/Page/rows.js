// The list of events, newest first. Only the visible rows exist, so a long session costs no more than a short one.

import {$, make, mark, time, write} from './elements.js';
import {Sifter} from './sifter.js';

const height = 28, most = 4096;

export class Rows {
  constructor(element, fetchRows, choose) {
    this.element = element;
    this.fetchRows = fetchRows;
    this.choose = choose;
    this.known = new Map();
    this.made = new Map();
    this.sifter = new Sifter(this.known);
    this.space = make('div.space', {role: 'presentation'});
    this.count = this.first = 0;
    this.isAsking = false;
    element.replaceChildren(this.space);
    element.addEventListener('scroll', () => this.draw());
    new ResizeObserver(() => this.draw()).observe(element);
    const keys = {ArrowUp: -1, ArrowDown: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity};
    element.addEventListener('keydown', event => {
      if (!(event.key in keys) || !this.sifter.length) return;
      event.preventDefault();
      event.stopPropagation();
      const place = this.sifter.place(this.selected) + keys[event.key];
      choose(this.sifter.item(Math.max(0, Math.min(place, this.sifter.length - 1))).n);
    });
    $('find').addEventListener('input', () => this.sift());
    $('fold').addEventListener('click', () => {
      mark($('fold'), 'aria-pressed', $('fold').getAttribute('aria-pressed') !== 'true');
      this.sift();
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
    this.sifter.isStale = true;
  }

  // Shows other events than before: those with certain words, or repeated ones as one.
  sift() {
    this.sifter.want($('find').value, $('fold').getAttribute('aria-pressed') === 'true');
    this.made.clear();
    this.space.replaceChildren();
    this.show(this.count, this.first, this.selected);
    this.reveal(this.selected);
    this.draw();
  }

  // Shows `count` events, of which `first` is the oldest that the program still has.
  show(count, first, selected) {
    const element = this.element, isMoved = selected !== this.selected, before = this.sifter.length;
    const isFollowing = element.scrollTop < height;
    [this.count, this.first, this.selected] = [count, first, selected];
    this.sifter.sift(first, count);
    const added = this.sifter.length - before;
    this.space.style.height = `${this.sifter.length * height}px`;
    if (!isFollowing && added > 0) element.scrollTop += added * height;
    if (isMoved) this.reveal(selected, isFollowing && selected === count - 1);
    this.draw();
  }

  reveal(number, isAtTop) {
    const element = this.element, top = this.sifter.place(number) * height;
    if (isAtTop) element.scrollTop = 0;
    else if (top < element.scrollTop) element.scrollTop = top;
    else element.scrollTop = Math.max(element.scrollTop, top + height - element.clientHeight);
  }

  draw() {
    this.sifter.sift(this.first, this.count);
    const {length} = this.sifter;
    const top = Math.max(0, Math.floor(this.element.scrollTop / height) - 2);
    const end = Math.min(length, top + Math.ceil(this.element.clientHeight / height) + 6);
    const shown = new Map();
    let missing = this.sifter.missing, isNew = false;
    for (let place = top; place < end; place++) {
      const item = this.sifter.item(place), row = this.known.get(item.n);
      if (!row) missing = item.n;
      else shown.set(item.n, [place, item, row]);
    }
    for (const [number, element] of this.made) {
      if (shown.has(number)) continue;
      element.remove();
      this.made.delete(number);
    }
    const chosen = length ? this.sifter.item(this.sifter.place(this.selected)) : null;
    for (const [number, [place, item, row]] of shown) {
      isNew ||= !this.made.has(number);
      const element = this.made.get(number) ?? this.make(row);
      element.style.top = `${place * height}px`;
      this.fill(element, item, row);
      mark(element, 'aria-selected', item === chosen || number === chosen?.n);
      mark(element, 'aria-posinset', place + 1);
      mark(element, 'aria-setsize', length);
    }
    // A screen reader reads the rows in the order of the document.
    if (isNew) this.space.append(...[...this.made].sort(([one], [other]) => other - one).map(([, row]) => row));
    const active = chosen && this.made.get(chosen.n);
    if (active) mark(this.element, 'aria-activedescendant', active.id);
    else this.element.removeAttribute('aria-activedescendant');
    write($('matches'), this.sifter.isOn ? `${length} of ${this.count - this.first}` : '');
    if (missing !== null) this.ask(missing);
  }

  make(row) {
    const effects = row.effects.length ? `→ ${row.effects.join('  → ')}` : null;
    const title = [row.event, row.model, effects].filter(Boolean).join('\n');
    const element = make('div.row', {role: 'option', id: `event-${row.n}`, title},
      make('span.n', {}, row.n), make('span.what', {}, row.event, effects && make('span.fx', {}, effects)),
      make('span.times'), make('span.gap'), make('span.took', {}, time(row.ended - row.happened)));
    if (!row.changed && !row.effects.length) element.classList.add('same');
    element.addEventListener('click', () => this.choose(row.n));
    this.made.set(row.n, element);
    return element;
  }

  // Shows how often an event is repeated, and the time since the event in the row below.
  fill(element, item, row) {
    const [repeated, gap] = [element.querySelector('.times'), element.querySelector('.gap')];
    write(repeated, item.count > 1 ? `× ${item.count}` : '');
    const before = this.known.get(item.before);
    write(gap, before ? `+${time(Math.max(row.happened - before.happened, 0))}` : '');
    mark(gap, 'title', item.before === null ? '' : `after event ${item.before}`);
  }

  async ask(number) {
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      // Those before it are probably missing, too.
      const from = this.sifter.isOn ? number - 199 : number;
      this.add(await this.fetchRows(Math.max(this.first, from), 200));
      if (this.known.has(number)) this.show(this.count, this.first, this.selected);
    } finally {
      setTimeout(() => {
        this.isAsking = false;
        if (this.sifter.isOn && this.sifter.missing !== null) this.draw();
      }, 100);
    }
  }
}
