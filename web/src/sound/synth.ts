// Plays notes through WebAudio. Browsers allow that only after a click or a key, so nothing is
// created before.
import { sounds, type Tone, type SoundName } from "./sounds";

const LOUD = 0.35; // of all of it together

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

/** Must be called from a click or a key. */
export function wake(): void {
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
}

/** Stops all sounds and releases everything. */
export function hush(): void {
  void context?.close();
  context = null;
  hiss = null;
}

function noiseOf(audio: AudioContext): AudioBuffer {
  if (hiss) return hiss;
  hiss = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
  const samples = hiss.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = 2 * Math.random() - 1;
  return hiss;
}

/** Rises within 5 ms and fades out, so that there is no click. */
function shape(audio: AudioContext, { long, loud }: Tone, at: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loud * LOUD, at + 0.005);
  gain.gain.exponentialRampToValueAtTime(0.0005, at + long);
  gain.connect(audio.destination);
  return gain;
}

function playTone(audio: AudioContext, note: Tone, wave: OscillatorType, at: number): void {
  const tone = audio.createOscillator();
  tone.type = wave;
  tone.frequency.setValueAtTime(note.from, at);
  tone.frequency.exponentialRampToValueAtTime(note.to ?? note.from, at + note.long);
  tone.connect(shape(audio, note, at));
  tone.start(at);
  tone.stop(at + note.long);
}

function playNoise(audio: AudioContext, note: Tone, at: number): void {
  const source = audio.createBufferSource(),
    filter = audio.createBiquadFilter();
  source.buffer = noiseOf(audio);
  source.loop = true;
  filter.type = "bandpass";
  filter.frequency.setValueAtTime(note.from, at);
  filter.frequency.exponentialRampToValueAtTime(note.to ?? note.from, at + note.long);
  source.connect(filter).connect(shape(audio, note, at));
  source.start(at);
  source.stop(at + note.long);
}

/** Silent until the page has been clicked. `percent`: how loud. */
export function play(name: SoundName, delay = 0, percent = 100): void {
  const audio = context;
  if (audio?.state !== "running" || percent <= 0) return;
  for (const row of sounds[name]) {
    const note = { ...row, loud: (row.loud * Math.min(percent, 100)) / 100 };
    const at = audio.currentTime + delay + note.at;
    if (note.wave === "noise") playNoise(audio, note, at);
    else playTone(audio, note, note.wave, at);
  }
}
