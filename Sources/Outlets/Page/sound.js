// Sounds in the browser. A browser plays none before the user has asked for it.

let context = null;
const clips = new Map();

export const isListening = () => context !== null;

export function listen(isOn) {
  if (isOn) {
    context ??= new AudioContext();
    return context.resume();
  }
  clips.clear();
  context?.close();
  context = null;
}

// Plays a sound, which `load` fetches as the bytes of a file when it is played for the first time.
export async function play(name, load) {
  if (!context) return false;
  if (!clips.has(name)) {
    const clip = load(name).then(bytes => context.decodeAudioData(bytes));
    clip.catch(() => clips.delete(name));
    clips.set(name, clip);
  }
  const buffer = await clips.get(name);
  if (!context) return false;
  const source = new AudioBufferSourceNode(context, {buffer});
  source.connect(context.destination);
  source.start();
  return true;
}
