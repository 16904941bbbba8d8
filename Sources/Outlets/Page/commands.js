// The newest commands that came from outside of the program, with their sources, and those that were refused.

import {$, clock, make, write} from './elements.js';

export class Commands {
  // `wall` returns the wall clock's time at zero of the program's clock, in milliseconds.
  constructor(fetchCommands, wall) {
    this.fetchCommands = fetchCommands;
    this.wall = wall;
    this.total = 0;
    this.shown = null;
    $('commands').addEventListener('toggle', () => this.draw());
  }

  // Takes note of the number of commands so far.
  show(total = 0) {
    this.total = total;
    write($('command-count'), total ? `${total}` : '');
    this.draw();
  }

  async draw() {
    if (!$('commands').open || this.isAsking || this.shown === this.total) return;
    this.isAsking = true;
    this.shown = this.total;
    try {
      $('command-list').replaceChildren(...(await this.fetchCommands()).map(entry => this.line(entry)));
    } catch {
      // The next command asks again.
    }
    setTimeout(() => { this.isAsking = false; this.draw(); }, 200);
  }

  line({source, text, refusal, at, count}) {
    return make(refusal ? 'li.refused' : 'li', {},
      make('span.took', {}, clock(this.wall() + at / 1e6)), make('b', {}, source),
      make('span.what', {}, count > 1 ? `${text} × ${count}` : text), refusal && make('span.why', {}, refusal));
  }
}
