/* Short, quiet sounds, generated from noise and sine waves. Loaded at the first click or key. */

const Context = window.AudioContext || window.webkitAudioContext;
const context = Context && new Context();
const volume = context && openVolume();
const noise = context && makeNoise();

function openVolume() {
  const out = context.createDynamicsCompressor();
  const gain = context.createGain();
  gain.gain.value = 0.35;
  gain.connect(out);
  out.connect(context.destination);
  return gain;
}

function makeNoise() {
  const buffer = context.createBuffer(1, context.sampleRate * 0.5, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  return buffer;
}

function envelope(at, level, attack, length) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(level, at + attack);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + attack + length);
  gain.connect(volume);
  return gain;
}

/* Play a burst of filtered noise: dice on wood, a pencil on paper. */
function burst(at, { level, pitch, q = 1, length, attack = 0.002, type = "bandpass" }) {
  const source = context.createBufferSource();
  const filter = context.createBiquadFilter();
  source.buffer = noise;
  filter.type = type;
  filter.frequency.value = pitch;
  filter.Q.value = q;
  source.connect(filter);
  filter.connect(envelope(at, level, attack, length));
  source.start(at, Math.random() * 0.2, attack + length + 0.05);
}

function tone(at, { level, pitch, length, attack = 0.005, type = "sine", to = pitch }) {
  const source = context.createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(pitch, at);
  source.frequency.exponentialRampToValueAtTime(to, at + attack + length);
  source.connect(envelope(at, level, attack, length));
  source.start(at);
  source.stop(at + attack + length + 0.05);
}

function knock(at, level) {
  burst(at, { level, pitch: 1700 + Math.random() * 1500, q: 2.5, length: 0.035 });
  tone(at, { level: level * 0.5, pitch: 240 + Math.random() * 120, length: 0.04, type: "triangle" });
}

function bell(at, pitch, level, length) {
  tone(at, { level, pitch, length });
  tone(at, { level: level * 0.3, pitch: pitch * 2.01, length: length * 0.6 });
  tone(at, { level: level * 0.12, pitch: pitch * 3.98, length: length * 0.3 });
}

/* Dice in the hand; each knocks when it lands. */
function shake(at) {
  const knocks = document.documentElement.dataset.dice === "full" ? 5 : 2;
  for (let i = 0; i < knocks; i += 1) knock(at + i * 0.055 + Math.random() * 0.02, 0.16);
}

const tune = (at, notes, step, level, length) => notes.forEach((pitch, i) => pitch && bell(at + i * step, pitch, level, length));

const sounds = {
  roll: shake,
  knock: (at) => knock(at, 0.5),
  hold: (at) => knock(at, 0.35),
  free: (at) => burst(at, { level: 0.2, pitch: 1300, q: 3, length: 0.03 }),
  mark: (at) => burst(at, { level: 0.22, pitch: 3200, q: 1.5, length: 0.025 }),
  enter(at) {
    burst(at, { level: 0.25, pitch: 4200, q: 0.8, attack: 0.02, length: 0.08 });
    burst(at + 0.12, { level: 0.3, pitch: 3400, q: 0.8, attack: 0.03, length: 0.11 });
  },
  undo: (at) => burst(at, { level: 0.25, pitch: 2400, q: 0.6, attack: 0.08, length: 0.12 }),
  turn: (at) => tune(at, [659.3, 880], 0.14, 0.3, 0.5),
  fiveOfAKind: (at) => tune(at, [523.3, 659.3, 784, 1046.5], 0.08, 0.3, 0.5),
  win: (at) => tune(at, [523.3, 659.3, 784, 0, 784, 1046.5, 1318.5], 0.13, 0.3, 0.7),
  end: (at) => tune(at, [523.3, 440, 392], 0.18, 0.25, 0.6),
};

function wake() {
  if (context?.state === "suspended" && !document.hidden) context.resume().catch(() => {});
}

/* Play one of the sounds; does nothing where the browser has no audio or does not allow it yet. */
export function play(name) {
  if (!context) return;
  if (context.state !== "running") {
    wake();
    if (context.state !== "running" && !navigator.userActivation?.hasBeenActive) return;
  }
  sounds[name]?.(context.currentTime + 0.01);
}

for (const gesture of ["pointerdown", "pointerup", "touchend", "keydown"]) document.addEventListener(gesture, wake, { passive: true });
