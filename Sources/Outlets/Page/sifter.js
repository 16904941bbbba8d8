// The events that the list shows: all of them, or those with certain words, or repeated ones as one.

export class Sifter {
  // `known` has the rows by number.
  constructor(known) {
    this.known = known;
    this.words = [];
    this.folds = false;
    this.items = [];
    this.missing = null;
    this.isStale = true;
    [this.first, this.count] = [0, 0];
  }

  get isOn() { return this.words.length > 0 || this.folds; }

  // A word that begins with a minus excludes the events that have it.
  want(text, folds) {
    this.words = text.toLowerCase().split(/\s+/).filter(word => word && word !== '-');
    this.folds = folds;
    this.isStale = true;
  }

  get length() { return this.isOn ? this.items.length : Math.max(this.count - this.first, 0); }

  // Returns the event at a place: its number, that of the event in the row below, and how often it is repeated.
  item(place) {
    if (this.isOn) return this.items[place];
    const n = this.count - 1 - place;
    return {n, oldest: n, before: n > this.first ? n - 1 : null, count: 1};
  }

  // Returns the place of an event, or of the next older one that is shown.
  place(number) {
    if (!this.isOn) return this.count - 1 - number;
    const place = this.items.findIndex(item => item.oldest <= number);
    return place < 0 ? Math.max(this.items.length - 1, 0) : place;
  }

  // Looks at the events from `first` until before `count`.
  sift(first, count) {
    if (first === this.first && count === this.count && !this.isStale) return;
    [this.first, this.count, this.isStale, this.missing] = [first, count, false, null];
    if (!this.isOn) return;
    this.items = [];
    let last = null;
    for (let n = count - 1; n >= first; n--) {
      const row = this.known.get(n);
      if (!row) {
        this.missing ??= n;
        continue;
      }
      if (!this.fits(row)) continue;
      const name = row.event.split('(', 1)[0];
      if (this.folds && last?.name === name) {
        [last.oldest, last.count] = [n, last.count + 1];
      } else {
        if (last) last.before = n;
        last = {n, oldest: n, before: null, count: 1, name};
        this.items.push(last);
      }
    }
  }

  fits(row) {
    if (!this.words.length) return true;
    const text = [row.event, row.model, ...row.effects].join(' ').toLowerCase();
    const isIn = word => text.includes(word);
    return this.words.every(word => word.startsWith('-') ? !isIn(word.slice(1)) : isIn(word));
  }
}
