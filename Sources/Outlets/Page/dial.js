// A knob that has no end: dragged round, turned by the wheel, by its two buttons or by the arrow keys.

import {draw, make, mark, write} from './elements.js';

const stepAngle = 15;

export function dial({feature, label, send, isOpen}) {
  const unit = feature.unit ?? '';
  const notch = draw('line', {x1: 22, y1: 6, x2: 22, y2: 13, class: 'notch'});
  const face = draw('svg', {viewBox: '0 0 44 44', class: 'dial', 'aria-hidden': true},
    draw('circle', {cx: 22, cy: 22, r: 20, class: 'rim'}), draw('circle', {cx: 22, cy: 22, r: 16, class: 'cap'}), notch);
  const digits = make('span.digits');
  const knob = make('span.knob', {role: 'spinbutton', tabindex: 0, 'aria-label': label}, face);
  const [less, more] = [['−', -1], ['+', 1]].map(([sign, steps]) => {
    const words = steps > 0 ? 'right' : 'left';
    const button = make('button.turn', {type: 'button', 'aria-label': `turn ${label} ${words}`}, sign);
    button.addEventListener('click', () => turn(steps));
    return button;
  });
  const element = make('span.encoder', {}, less, make('span.middle', {}, knob, digits), more);

  function turn(steps) {
    if (steps !== 0 && isOpen()) send('turn', steps);
  }

  const keys = {ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 5, PageDown: -5};
  knob.addEventListener('keydown', event => {
    if (!(event.key in keys)) return;
    event.preventDefault();
    event.stopPropagation();
    turn(keys[event.key]);
  });

  let rest = 0;
  knob.addEventListener('wheel', event => {
    if (!isOpen()) return;
    event.preventDefault();
    rest -= event.deltaY / (event.deltaMode === 0 ? 40 : 1);
    turn(Math.trunc(rest));
    rest -= Math.trunc(rest);
  }, {passive: false});

  // The angle that the finger has gone round the middle, in degrees; whole steps of it are sent.
  let from = null;
  const angle = event => {
    const box = knob.getBoundingClientRect();
    return Math.atan2(event.clientY - box.y - box.height / 2, event.clientX - box.x - box.width / 2) * 180 / Math.PI;
  };
  knob.addEventListener('pointerdown', event => {
    if (event.button !== 0 || !isOpen()) return;
    knob.setPointerCapture(event.pointerId);
    from = angle(event);
  });
  knob.addEventListener('pointermove', event => {
    if (from === null) return;
    const gone = ((angle(event) - from + 540) % 360) - 180, steps = Math.trunc(gone / stepAngle);
    if (steps === 0) return;
    from += steps * stepAngle;
    turn(steps);
  });
  for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) {
    knob.addEventListener(end, () => { from = null; });
  }

  return {
    element,
    show(value) {
      write(digits, `${value ?? '–'}${unit}`);
      mark(knob, 'aria-valuetext', value == null ? 'no number' : `${value}${unit}`);
      notch.setAttribute('transform', `rotate(${(value ?? 0) * stepAngle} 22 22)`);
      mark(knob, 'aria-valuenow', value ?? 0);
    },
    work: (index, isDown) => isDown && turn(index === 0 ? -1 : 1),
  };
}
