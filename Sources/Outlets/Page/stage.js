// The board: its headers in the middle, the devices beside them, and the wires between.

import {draw, make} from './elements.js';
import {Device} from './device.js';

const pitch = 26, radius = 9, border = 7;
const mostWires = 12;   // The wires that a narrow page shows at the same time.

export class Stage {
  constructor(parent, board, act, isOpen, load) {
    this.parent = parent;
    this.headers = board.headers.filter(header => board.headers.length === 1 || isWired(header, board.wires));
    const pins = this.headers.flatMap(header => header.pins.map(([number, name, role], index) =>
      ({header, number, name, role, row: Math.floor(index / header.columns), column: index % header.columns})));
    this.pins = pins;
    this.devices = board.devices.map(device => {
      const wires = board.wires.filter(([kind, name]) => kind === device.kind && name === device.name)
        .map(([, , , number, header]) => pins.find(pin => pin.number === number && pin.header.name === header))
        .filter(Boolean).map(pin => ({pin, name: pin.name}));
      return new Device(device, wires, act, isOpen, load);
    });
    this.byKey = new Map(this.devices.map(device => [device.key, device]));
    this.build(board);
    for (const device of this.devices) device.middle = mean(device.wires.map(({pin}) => pin.y));
    this.resize = new ResizeObserver(() => this.arrange());
    this.resize.observe(parent);
    this.resize.observe(parent.parentElement);
    this.devices.forEach(device => this.resize.observe(device.element));
  }

  build(board) {
    this.wiring = draw('svg', {class: 'wiring', 'aria-hidden': true});
    this.left = make('div.column.left');
    this.right = make('div.column.right');
    const title = `${board.headers.map(({name, pins}) => `${name} ${pins.length} pins`.trim()).join(', ')}`;
    this.picture = draw('svg', {class: 'header', role: 'img', 'aria-label': `header with ${title}`});
    this.drawHeaders();
    for (const device of this.devices) {
      for (const wire of device.wires) {
        wire.path = draw('path', {class: 'wire'});
        wire.path.dataset.device = device.key;
        this.wiring.append(wire.path);
      }
      const point = isOn => device.wires.forEach(wire => wire.path.classList.toggle('pointed', isOn));
      for (const [name, isOn] of [['pointerenter', true], ['pointerleave', false], ['focusin', true], ['focusout', false]]) {
        device.element.addEventListener(name, () => point(isOn));
      }
    }
    // The header of a crowded page stays in sight while its devices pass.
    this.scrolled = () => this.parent.classList.contains('crowded') && this.drawWires();
    addEventListener('scroll', this.scrolled, {passive: true});
    this.parent.replaceChildren(this.left, this.picture, this.right, this.wiring);
  }

  drawHeaders() {
    let y = 0, width = 0;
    for (const header of this.headers) {
      const rows = Math.ceil(header.pins.length / header.columns);
      if (header.name) {
        const x = header.columns * pitch / 2 + border;
        this.picture.append(draw('text', {x, y: y + 14, class: 'name'}, header.name));
        y += 22;
      }
      const [wide, high] = [header.columns * pitch + 2 * border, rows * pitch + 2 * border];
      this.picture.append(draw('rect', {x: 0, y, width: wide, height: high, rx: 7, class: 'body'}));
      for (const pin of this.pins.filter(pin => pin.header === header)) {
        pin.x = border + (pin.column + 0.5) * pitch;
        pin.y = y + border + (pin.row + 0.5) * pitch;
        pin.edge = pin.column === 0 ? -1 : 1;
        const shape = pin.number === 1
          ? draw('rect', {x: pin.x - radius, y: pin.y - radius, width: 2 * radius, height: 2 * radius, rx: 2})
          : draw('circle', {cx: pin.x, cy: pin.y, r: radius});
        shape.setAttribute('class', `pin ${pin.role}`);
        shape.append(draw('title', {}, `pin ${pin.number}, ${pin.name}`));
        this.picture.append(shape, draw('text', {x: pin.x, y: pin.y + 3.2, class: `number ${pin.role}`}, pin.number));
      }
      y += high + 24;
      width = Math.max(width, wide);
    }
    this.size = {width, height: Math.max(y - 24, 0)};
    this.picture.setAttribute('width', width);
    this.picture.setAttribute('height', this.size.height);
    this.picture.setAttribute('viewBox', `0 0 ${width} ${this.size.height}`);
  }

  // Puts each device on the side of its pins, as near to them as the others allow. A narrow page has one side.
  arrange() {
    const isNarrow = this.parent.clientWidth < 520;
    if (this.sizes() === this.arranged) return;
    const {classList} = this.parent;
    classList.toggle('narrow', isNarrow);
    classList.toggle('crowded', isNarrow && this.wiring.childElementCount > mostWires);
    classList.remove('compact');
    this.gap = 10;
    let sides = this.chooseSides(isNarrow);
    if (!isNarrow && Math.max(...Object.values(sides).map(side => this.height(side))) > this.room()) {
      classList.add('compact');
      this.gap = 5;
      sides = this.chooseSides(isNarrow);
    }
    this.arranged = this.sizes();
    const places = [sides.left, sides.right].map(devices => settle(this.wishes(devices), this.gap));
    const top = Math.min(0, ...places.map(({top}) => top));
    const height = Math.max(this.size.height, ...places.map(({bottom}) => bottom)) - top;
    this.parent.style.height = `${height}px`;
    this.picture.style.top = `${-top}px`;
    [sides.left, sides.right].forEach((devices, side) => devices.forEach((device, index) => {
      device.element.style.top = `${places[side].tops[index] - top}px`;
    }));
    this.drawWires();
  }

  sizes() {
    const heights = this.devices.map(({element}) => element.offsetHeight);
    return [this.parent.clientWidth, this.parent.parentElement.clientHeight, ...heights].join(' ');
  }

  // The height that the window has for the devices.
  room() {
    const board = this.parent.parentElement, style = getComputedStyle(board);
    return board.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
  }

  height(devices) {
    return devices.reduce((sum, device) => sum + device.element.offsetHeight + this.gap, -this.gap);
  }

  // Returns the devices of each side, from top to bottom. Those without wires are last, on the side with more space.
  chooseSides(isNarrow) {
    const sides = {left: [], right: []};
    for (const device of this.devices.filter(({wires}) => wires.length)) {
      const lean = device.wires.reduce((sum, {pin}) => sum + pin.edge, 0);
      sides[!isNarrow && lean < 0 ? 'left' : 'right'].push(device);
    }
    for (const devices of Object.values(sides)) devices.sort((one, other) => one.middle - other.middle);
    const put = name => {
      const elements = sides[name].map(({element}) => element), there = [...this[name].children];
      // A device that moves loses its focus.
      if (elements.some((element, index) => element !== there[index])) this[name].replaceChildren(...elements);
    };
    put('left');
    put('right');
    for (const device of this.devices.filter(({wires}) => !wires.length)) {
      const name = isNarrow || this.height(sides.right) <= this.height(sides.left) ? 'right' : 'left';
      sides[name].push(device);
      put(name);
    }
    return sides;
  }

  // Returns the heights of the devices of a side, and where their middles should be: at their pins; without wires, below
  // the others, or in the middle of a side of their own.
  wishes(devices) {
    let last = null;
    return devices.map(device => {
      last = device.middle ?? (last === null ? this.size.height / 2 : last + 40);
      return {height: device.element.offsetHeight, middle: last};
    });
  }

  drawWires() {
    const origin = this.parent.getBoundingClientRect(), picture = this.picture.getBoundingClientRect();
    this.wiring.setAttribute('viewBox', `0 0 ${origin.width} ${origin.height}`);
    for (const device of this.devices) {
      const box = device.element.getBoundingClientRect();
      const isLeft = device.element.parentElement === this.left;
      const side = isLeft ? -1 : 1;
      const count = device.wires.length;
      const sorted = [...device.wires].sort((one, other) => one.pin.y - other.pin.y);
      sorted.forEach((wire, index) => {
        const {pin} = wire;
        const crosses = pin.header.columns > 1 && pin.edge !== side;
        const x = picture.x - origin.x + pin.x, y = picture.y - origin.y + pin.y;
        const edge = picture.x - origin.x + (isLeft ? 0 : this.size.width);
        const end = (isLeft ? box.right : box.x) - origin.x;
        const spread = Math.min(9, box.height / (count + 1));
        const port = box.y - origin.y + box.height / 2 + (index - (count - 1) / 2) * spread;
        const bend = (end - edge) * 0.5;
        // A wire to the other side of the header passes between two rows of pins.
        const level = crosses ? y + pitch / 2 : y, at = share => x + side * pitch * share;
        const out = crosses ? `C${at(0.5)} ${y} ${at(0.35)} ${level} ${at(1)} ${level}` : '';
        const curve = `C${edge + bend} ${level} ${end - bend} ${port} ${end} ${port}`;
        wire.path.setAttribute('d', `M${x + side * (radius - 1)} ${y}${out}L${edge} ${level}${curve}`);
      });
    }
  }

  show(values) {
    for (const [key, features] of Object.entries(values)) this.byKey.get(key)?.show(features);
  }

  close() {
    this.resize.disconnect();
    removeEventListener('scroll', this.scrolled);
    this.devices.forEach(device => device.close());
  }
}

const mean = numbers => numbers.length ? numbers.reduce((sum, number) => sum + number, 0) / numbers.length : null;

const isWired = (header, wires) => wires.some(([, , , , name]) => name === header.name);

// Returns the tops of boxes in a column whose middles are as near as possible to the wanted ones: boxes that touch move
// together by the mean of their wishes.
function settle(boxes, gap) {
  const groups = [];
  for (const {height, middle} of boxes) {
    let group = {size: height + gap, wishes: [middle - height / 2], count: 1};
    group.top = group.wishes[0];
    while (groups.length && groups.at(-1).top + groups.at(-1).size > group.top) {
      const above = groups.pop();
      group = {
        size: above.size + group.size, count: above.count + group.count,
        wishes: [...above.wishes, ...group.wishes.map(wish => wish - above.size)],
      };
      group.top = mean(group.wishes);
    }
    groups.push(group);
  }
  const tops = [];
  let index = 0;
  for (const group of groups) {
    let top = group.top;
    for (let end = index + group.count; index < end; index++) {
      tops.push(top);
      top += boxes[index].height + gap;
    }
  }
  return {tops, top: tops[0] ?? 0, bottom: boxes.length ? tops.at(-1) + boxes.at(-1).height : 0};
}
