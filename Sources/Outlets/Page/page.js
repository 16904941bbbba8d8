// The page of a board: what the program reports is shown, and what the user does is sent to the program.

import {$, make, mark, time, write} from './elements.js';
import {get, post, request, watch} from './server.js';
import {showDetail} from './detail.js';
import {isListening, listen, play} from './sound.js';
import {listenToKeys} from './keys.js';
import {Commands} from './commands.js';
import {Pins} from './pins.js';
import {Rows} from './rows.js';
import {Stage} from './stage.js';

let board = null, stage = null, state = null;
let place = null;              // the number of the event that is looked at; null is the newest
let isForgotten = false;       // whether the program no longer knows the devices at that event
let problem = null;
let wall = Infinity;           // the wall clock's time at zero of the program's clock, in milliseconds
let sounds = null;             // the number of sounds that have been heard of

const newest = () => Math.max((state?.count ?? 0) - 1, 0);
const isLive = () => place === null;
const isOpen = () => isLive() && problem === null && board?.control === true;

const act = (device, feature, verb, value) => post('/api/act', {device, feature, do: verb, value}).catch(warn);
const load = (device, feature) =>
  request(`/api/image?device=${encodeURIComponent(device)}&feature=${encodeURIComponent(feature)}`);
const rows = new Rows($('rows'), async (after, most) => (await get(`/api/rows?after=${after}&most=${most}`)).rows, go);
const pins = new Pins(go);
const commands = new Commands(() => get('/api/commands'), () => wall);

watch(take, report);

// MARK: The state

async function take(next) {
  if (next.board) begin(next.board);
  hear(next);
  const newestRow = next.rows.at(-1);
  if (state && newestRow && !next.board) say('event', `event ${newestRow.event}, model ${newestRow.model}`);
  state = next;
  // The state that has arrived fastest is the most exact.
  wall = Math.min(wall, Date.now() - next.now / 1e6);
  rows.add(next.rows);
  // Lights do not wait for the browser's next frame.
  if (isLive()) stage.show(next.devices);
  await new Promise(done => requestAnimationFrame(() => { render(); done(); }));
}

function begin(next) {
  stage?.close();
  rows.clear();
  pins.clear();
  [board, place, sounds, wall] = [next, null, null, Infinity];
  document.title = `${board.name}: ${board.title}`;
  write($('program'), board.name);
  write($('title'), board.title);
  stage = new Stage($('stage'), board, act, isOpen, load);
  $('manual').hidden = !board.control;
  for (const name of ['pause', 'step', 'go-on']) $(name).hidden = !board.simulated || !board.control;
}

function render() {
  if (!state) return;
  if (place !== null) place = Math.max(place, state.first);
  const current = place ?? newest();
  rows.show(state.count, state.first, current);
  const slider = $('when');
  slider.min = state.first;
  slider.max = newest();
  slider.value = current;
  slider.setAttribute('aria-valuetext', `event ${current} of ${newest()}`);
  slider.style.setProperty('--share', newest() > state.first ? (current - state.first) / (newest() - state.first) : 0);
  write($('place'), `${current} / ${newest()}`);
  document.body.classList.toggle('past', !isLive());
  document.body.classList.toggle('closed', !isOpen());
  showPast();
  mark($('live'), 'aria-pressed', isLive());
  $('go-on').disabled = isLive();
  $('back').disabled = current <= state.first;
  $('on').disabled = current >= newest();
  const isPaused = state.paused === true;
  write($('pause').lastElementChild, isPaused ? 'Run' : 'Pause');
  $('pause').querySelector('use').setAttribute('href', isPaused ? '#icon-on' : '#icon-pause');
  $('step').disabled = !isPaused;
  showStatus(isPaused);
  showFigures(state.timing ?? {});
  commands.show(state.commands);
  if (state.count > 0) look(current);
}

function showPast() {
  $('past').hidden = isLive();
  write($('past'), isForgotten ? `what the devices did at event ${place} is no longer known` : `as it was after event ${place}`);
  document.body.classList.toggle('forgotten', !isLive() && isForgotten);
}

// Shows the median, the 99th percentile and the maximum of the times of all events.
function showFigures(timing) {
  const names = Object.keys(timing), body = $('figures').tBodies[0];
  $('figures').hidden = names.length === 0;
  if (body.rows.length !== names.length) {
    body.replaceChildren(...names.map(name =>
      make('tr', {}, make('th', {scope: 'row'}, name), ...timing[name].map(() => make('td')))));
  }
  names.forEach((name, row) => timing[name].forEach((ns, column) => write(body.rows[row].cells[column + 1], time(ns))));
}

function report(error) {
  const wasProblem = problem !== null;
  problem = error;
  if (error || wasProblem) showStatus(false);
  document.body.classList.toggle('closed', !isOpen());
}

function showStatus(isPaused) {
  const kind = !board ? '' : board.simulated ? 'simulated' : board.control ? 'real board' : 'real board, view only';
  const [name, text] = problem?.status === 401 ? ['lost', 'the key is missing: open the address that the program printed']
    : problem ? ['lost', problem.status ? problem.message : 'not connected: the program has ended, or the network is down']
      : !isLive() ? ['past', `${kind}, in the past`] : isPaused ? ['paused', `${kind}, paused`] : ['live', kind];
  mark($('status'), 'data-state', name);
  write($('status'), text);
}

// MARK: Time

function go(number) {
  if (!state) return;
  place = Math.max(state.first, Math.min(number, newest()));
  render();
}

function goLive() {
  place = null;
  stage?.devices.forEach(device => device.forget());
  if (state) stage.show(state.devices);
  render();
}

// Asks for one event at a time: the newest that is wanted when the one before it has come. In a flood of events, the
// newest event is shown ten times a second.
let wanted = null, isLooking = false, looked = null;
async function look(number) {
  wanted = number;
  if (isLooking || looked === `${number} ${place}`) return;
  isLooking = true;
  try {
    const detail = await get(`/api/event?n=${number}`);
    looked = `${number} ${place}`;
    showDetail(number, wall, detail);
    pins.show(number, rows.known.get(number)?.event);
    if (place === number) {
      stage.devices.forEach(device => device.forget());
      stage.show(detail.devices);
      isForgotten = Object.keys(detail.devices).length === 0;
      showPast();
    }
  } catch (error) {
    if (error.status === 404) looked = `${number} ${place}`;
  }
  if (isLive()) await new Promise(go => setTimeout(go, 100));
  isLooking = false;
  if (wanted !== number || looked !== `${number} ${place}`) look(wanted);
}

// MARK: Sounds

function hear({sounds: count, last, devices}) {
  const started = sounds === null ? [] : last.slice(-Math.min(count - sounds, last.length));
  const isNew = sounds !== null && count > sounds;
  sounds = count;
  if (!isNew) return;
  for (const name of started) {
    play(name, sound => request(`/api/sound?name=${encodeURIComponent(sound)}`).then(reply => reply.arrayBuffer()))
      .then(isPlayed => { if (isPlayed) document.body.dataset.played = name; }, error => warn(error));
  }
  for (const device of stage.devices) {
    for (const {feature, ring} of device.views) if (ring && devices[device.key]?.[feature.name] != null) ring();
  }
  say('sound', `sound ${started.join(', ')}`);
}

// MARK: Words for the user

// A screen reader reads the newest sound and the newest event, once a second at most.
const unsaid = new Map();
let saying = null, said = -Infinity;
function say(kind, text) {
  unsaid.set(kind, text);
  saying ??= setTimeout(() => {
    [saying, said] = [null, performance.now()];
    write($('news'), [...unsaid.values()].join('. '));
    unsaid.clear();
  }, Math.max(100, said + 1000 - performance.now()));
}

let noticed = null;
function notify(text) {
  write($('notice'), text);
  $('notice').hidden = false;
  clearTimeout(noticed);
  noticed = setTimeout(() => { $('notice').hidden = true; }, 5000);
}

function warn(error) {
  notify(error.status ? error.message : 'the program does not answer');
}

// MARK: Files

async function download(path, ending) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await (await request(path)).blob());
  link.download = `${board?.program ?? 'carillon'}${ending}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

// The clipboard's interface exists only for pages of this machine and over HTTPS; elsewhere a selection is copied.
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (!isCopied) throw new Error('the browser does not let the page copy');
}

// MARK: Controls

const command = (path, body) => post(path, body).catch(warn);

$('when').addEventListener('input', event => go(event.target.valueAsNumber));
$('back').addEventListener('click', () => go((place ?? newest()) - 1));
$('on').addEventListener('click', () => go((place ?? newest()) + 1));
$('live').addEventListener('click', goLive);
$('pause').addEventListener('click', () => command(state?.paused ? '/api/run' : '/api/pause'));
$('step').addEventListener('click', () => command('/api/step'));
$('go-on').addEventListener('click', () => post('/api/go-on', {event: place}).then(goLive, warn));
$('manual').addEventListener('click', () => {
  mark($('manual'), 'aria-pressed', document.body.classList.toggle('manual'));
});
$('listen').addEventListener('click', () => {
  listen(!isListening());
  mark($('listen'), 'aria-pressed', isListening());
});
$('session').addEventListener('click', () => download('/api/session', '.carillon').catch(warn));
$('trace').addEventListener('click', () => download('/api/trace', '.trace.json').catch(warn));
$('test').addEventListener('click', async () => {
  const tell = () => notify('The session is being written as a test...');
  const told = setInterval(tell, 4000);
  tell();
  $('test').disabled = true;
  try {
    await copy(await (await request('/api/test')).text());
    notify('The session is in the clipboard, as a Swift test.');
  } catch (error) {
    error.status ? warn(error) : notify(error.message);
  } finally {
    clearInterval(told);
    $('test').disabled = false;
  }
});

function findKey(key) {
  for (const device of stage?.devices ?? []) {
    for (const view of device.views) {
      const index = (view.feature.keys ?? []).indexOf(key);
      if (index >= 0 && isOpen()) return {view, index};
    }
  }
}

listenToKeys(findKey, {
  ArrowLeft: () => go((place ?? newest()) - 1),
  ArrowRight: () => go((place ?? newest()) + 1),
  Escape: goLive,
});
