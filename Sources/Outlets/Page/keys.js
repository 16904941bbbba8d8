// The keys of the devices, as in the terminal, and those that move in time.

export function listenToKeys(findKey, moves) {
  const pressed = new Map();
  addEventListener('keydown', event => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest('input:not([type=range]), dialog')) return;
    const found = findKey(event.key);
    if (found) {
      event.preventDefault();
      if (event.repeat || pressed.has(event.code)) return;
      pressed.set(event.code, found);
      found.view.work(found.index, true);
    } else if (event.key in moves && !event.target.closest('input')) {
      event.preventDefault();
      moves[event.key]();
    }
  });
  // The key that goes up is found by its place, because its character may have changed with Shift.
  addEventListener('keyup', event => {
    const found = pressed.get(event.code);
    pressed.delete(event.code);
    found?.view.work(found.index, false);
  });
  addEventListener('blur', () => pressed.clear());
}
