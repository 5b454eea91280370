import { Kept } from "./kept.svelte";
import type { Happening } from "./protocol";

/** What can be heard at a table. */
export type Sound = "move" | "turned" | "yours" | "over" | "said";

export const sound = new Kept<"on" | "off">("sound", ["on", "off"], "on");

/** Events that are more than a card laid down: something turns, flips or is taken. */
const TURNING = new Set(["swirled", "flipped", "captured", "snatched", "claimed", "dropped"]);
const LOUDNESS = 0.08;

interface Tone {
  /** Hz, and where it glides to. */
  from: number;
  to?: number;
  /** Seconds. */
  after?: number;
  long: number;
}

/** Every sound is a few soft tones: made here, so that nothing has to be loaded. */
const TONES: Record<Sound, Tone[]> = {
  move: [{ from: 330, to: 220, long: 0.09 }],
  turned: [
    { from: 392, to: 587, long: 0.16 },
    { from: 587, to: 392, after: 0.12, long: 0.18 },
  ],
  yours: [
    { from: 523, long: 0.18 },
    { from: 784, after: 0.13, long: 0.3 },
  ],
  over: [
    { from: 392, long: 0.22 },
    { from: 523, after: 0.16, long: 0.22 },
    { from: 659, after: 0.32, long: 0.5 },
  ],
  said: [{ from: 660, to: 700, long: 0.07 }],
};

/** What there is to hear in what happened; null for nothing. */
export function heardIn(happenings: Happening[]): Sound | null {
  const types = happenings.map((each) => String(each.event["type"]));
  if (types.length === 0) return null;
  if (types.includes("game_over")) return "over";
  return types.some((type) => TURNING.has(type)) ? "turned" : "move";
}

let context: AudioContext | null = null;

/** Browsers let nothing be heard before somebody touched the page, and neither do we. */
function player(): AudioContext | null {
  if (!navigator.userActivation?.hasBeenActive || !("AudioContext" in globalThis)) return null;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume().catch(() => {});
  return context;
}

export function play(what: Sound): void {
  const audio = sound.value === "on" ? player() : null;
  if (!audio) return;
  for (const { from, to = from, after = 0, long } of TONES[what]) {
    const begin = audio.currentTime + 0.01 + after;
    const tone = new OscillatorNode(audio, { type: "triangle", frequency: from });
    const volume = new GainNode(audio, { gain: 0 });
    tone.frequency.setValueAtTime(from, begin);
    tone.frequency.exponentialRampToValueAtTime(to, begin + long);
    volume.gain.setValueAtTime(0, begin);
    volume.gain.linearRampToValueAtTime(LOUDNESS, begin + 0.012);
    volume.gain.exponentialRampToValueAtTime(0.0005, begin + long);
    tone.connect(volume).connect(audio.destination);
    tone.start(begin);
    tone.stop(begin + long + 0.02);
  }
}
