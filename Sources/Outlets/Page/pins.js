// The events that the user has pinned, above the list. They stay while newer events come.

import {$, make, mark} from './elements.js';

export class Pins {
  constructor(choose) {
    this.choose = choose;
    this.pinned = new Map();
    this.shown = null;
    $('pin').addEventListener('click', () => this.toggle());
  }

  clear() {
    this.pinned.clear();
    this.draw();
  }

  // Takes note of the event that the page shows.
  show(number, event) {
    this.shown = [number, event ?? ''];
    this.draw();
  }

  toggle() {
    const [number, event] = this.shown;
    if (!this.pinned.delete(number)) this.pinned.set(number, event);
    this.draw();
  }

  draw() {
    $('pin').disabled = this.shown === null;
    mark($('pin'), 'aria-pressed', this.shown !== null && this.pinned.has(this.shown[0]));
    $('pins').hidden = this.pinned.size === 0;
    const sorted = [...this.pinned].sort(([one], [other]) => other - one), names = sorted.join();
    if (names === this.drawn) return;
    this.drawn = names;
    $('pins').replaceChildren(...sorted.map(([number, event]) => {
      const button = make('button.pinned', {type: 'button', title: event}, make('span.n', {}, number), ` ${event}`);
      button.addEventListener('click', () => this.choose(number));
      return button;
    }));
  }
}
