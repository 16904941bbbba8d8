// A value as a tree of elements. A node is [label, type, text] or [label, type, children], and where the program leaves
// children out, a fourth element is their number.

import {make} from './elements.js';

// The places that the user has opened or closed stay so for the values of other events.
const chosen = new Map();

// Returns the elements of a value, with the differences to `before` marked; undefined marks nothing.
export function tree(node, before, path = '') {
  const [label, type, content, missing] = node;
  const place = `${path}/${label ?? ''}`;
  const line = make('span.line', {}, label ? make('span.key', {}, `${label}: `) : null);
  const isLeaf = !Array.isArray(content);
  const isNew = before !== undefined && !equal(node, before);
  // A value that is replaced by one of another form is shown by its type.
  const isReplaced = isNew && before && (isLeaf || short(node) !== short(before));
  if (isReplaced) line.append(make('del', {}, short(before)), make('span.arrow', {}, ' → '));
  if (isLeaf) {
    line.append(make(isNew ? 'ins' : 'span', {}, content ?? ''), make('span.type', {}, type ? ` ${type}` : ''));
    return make('div.leaf', {}, line);
  }
  line.append(make(isReplaced ? 'ins' : 'span.type', {}, type ?? ''), make('span.type', {}, content.length ? '' : ' empty'));
  if (before === null) line.classList.add('new');
  const old = before === undefined ? undefined : Array.isArray(before?.[2]) ? before[2] : [];
  const gone = old?.filter((child, index) => !partner(child, index, content)) ?? [];
  if (!content.length && !gone.length) return make('div.leaf', {}, line);
  const summary = make('summary', {}, line), details = make('details', {}, summary);
  details.open = chosen.get(place) ?? (isNew || content.length <= 24);
  summary.addEventListener('click', () => chosen.set(place, !details.open));
  content.forEach((child, index) => details.append(tree(child, old && (partner(child, index, old) ?? null), place)));
  if (missing) details.append(make('div.leaf.type', {}, `${missing} more`));
  for (const child of gone) details.append(make('div.leaf', {}, make('del', {}, brief(child))));
  return details;
}

// Counts the values that differ.
export function differences(node, before) {
  if (!before) return 1;
  const [one, other] = [node[2], before[2]];
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other ? 0 : 1;
  const gone = other.filter((child, index) => !partner(child, index, one)).length;
  return one.reduce((sum, child, index) => sum + differences(child, partner(child, index, other)), gone)
    + (node[1] !== before[1] ? 1 : 0);
}

function partner([label], index, others) {
  return label ? others.find(([other]) => other === label) : others[index];
}

const equal = (node, before) => Boolean(before) && differences(node, before) === 0;
const short = ([, type, content]) => Array.isArray(content) ? type : content;
const brief = node => `${node[0] ? `${node[0]}: ` : ''}${short(node)}`;
