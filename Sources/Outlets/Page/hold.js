// A contact that fingers, the mouse, keys and assistive technology close and open.

const all = new Set();

// The contact is closed while at least one of its sources holds it: each finger, the mouse and each key is a source.
export class Hold {
  #sources = new Set();
  #change;

  // `change` is called with true when the first source closes the contact and with false when the last one opens it.
  constructor(change) {
    this.#change = change;
    all.add(this);
  }

  close(source) {
    if (this.#sources.has(source)) return;
    this.#sources.add(source);
    if (this.#sources.size === 1) this.#change(true);
  }

  open(source) {
    if (this.#sources.delete(source) && this.#sources.size === 0) this.#change(false);
  }

  openAll() {
    if (this.#sources.size === 0) return;
    this.#sources.clear();
    this.#change(false);
  }

  forget() {
    this.openAll();
    all.delete(this);
  }

  get isLatched() { return this.#sources.has('latch'); }

  // Lets an element work the contact. Shift and a click keep it closed until the next click.
  attach(element, isAllowed) {
    element.addEventListener('pointerdown', event => {
      if (event.button !== 0 || !isAllowed()) return;
      element.setPointerCapture(event.pointerId);
      if (this.isLatched) return this.open('latch');
      this.close(event.shiftKey ? 'latch' : event.pointerId);
    });
    // A contact opens wherever the finger ends: also outside of the element, and when the browser takes the finger away.
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) {
      element.addEventListener(end, event => this.open(event.pointerId));
    }
    element.addEventListener('keydown', event => {
      if (event.key !== ' ' && event.key !== 'Enter') return;
      event.preventDefault();
      if (!event.repeat && isAllowed()) this.close(event.code);
    });
    element.addEventListener('keyup', event => this.open(event.code));
    element.addEventListener('blur', () => ['Space', 'Enter', 'NumpadEnter'].forEach(code => this.open(code)));
    // A screen reader activates a button with a click alone.
    element.addEventListener('click', event => {
      if (event.detail !== 0 || event.pointerType || !isAllowed()) return;
      this.close('click');
      setTimeout(() => this.open('click'), 120);
    });
    element.addEventListener('contextmenu', event => event.preventDefault());
  }
}

// A page that is left or hidden keeps no contact closed.
const openAll = () => all.forEach(hold => hold.openAll());
addEventListener('pagehide', openAll);
addEventListener('blur', openAll);
document.addEventListener('visibilitychange', () => document.hidden && openAll());
