import type { Draw, Replay, UndoneDraws } from "./protocol";
import { letter } from "./seats";
import { bytesOf, fromHex, hex, hmac, sha256 } from "./sha256";

const CHANCE = -1;
/** The way in which games are dealt since contributions are pledged first. */
export const SCHEME = 2;
const WORD = 1n << 64n;

/** A draw that was made again. */
export interface Redrawn {
  /** Its ordinal and attempt; under scheme 1 the version of the log. */
  name: string;
  /** What was dealt in the game. */
  dealt: string;
  /** What the secret gives. */
  given: string;
}

/** What came of making all draws again; `why` it does not hold, where it does not. */
export interface Check {
  holds: boolean;
  why: "" | "untold" | "secret" | "draws" | "dealt" | "numbers" | "voids";
  draws: Redrawn[];
  /** The first draw that is not as the secret says, counted from 1. */
  wrong: number;
}

/**
 * Make every draw of a finished game again, as docs/protocol.md tells under "Fair deals". Only
 * arithmetic: what could be drawn is in the replay, and `halfturn verify` checks that, too.
 */
export function checkDeals(game: Replay): Check {
  const none = (why: Check["why"]): Check => ({ holds: false, why, draws: [], wrong: 0 });
  if (!game.secret) return none("untold");
  const secret = fromHex(game.secret);
  if (!secret || hex(sha256(secret)) !== game.commitment) return none("secret");
  const steps = game.steps.filter((step) => step.seat === CHANCE);
  const draws = steps.flatMap((step) => (step.draw ? [step.draw] : []));
  if (draws.length !== steps.length) return none("draws");
  const isOld = game.deal !== SCHEME;
  if (isOld) {
    const versions = draws.map((draw) => draw.version);
    const ordered = versions.every((version, at) => at === 0 || version > (versions[at - 1] ?? 0));
    if (game.deal !== 1 || !ordered) return none("draws");
  } else {
    if (!voidsHold(game)) return none("voids");
    if (!numbersHold(draws, game.taken_back)) return none("numbers");
  }

  const key = isOld ? mixed(secret, game.contributions) : keyOf(secret, game);
  const redrawn = draws.map((draw, at) => {
    const name = isOld ? `${draw.version}` : `${draw.ordinal} ${draw.attempt}`;
    return { name, dealt: steps[at]?.answer ?? "", given: drawn(key, draw, name) };
  });
  const wrong = redrawn.findIndex((each) => each.dealt !== each.given) + 1;
  return { holds: wrong === 0, why: wrong === 0 ? "" : "dealt", draws: redrawn, wrong };
}

/** What a seat publishes before it reveals its nonce. */
export function contributionHash(commitment: string, seat: number, nonce: string): string {
  return hex(sha256(bytesOf(`halfturn contribution ${commitment} ${letter(seat)} ${nonce}`)));
}

/** The key that draws are made with. */
function keyOf(secret: Uint8Array, game: Replay): Uint8Array {
  const { commitment, contributions } = game;
  const lines = contributions.flatMap((nonce, seat) =>
    nonce === null ? [] : [`${letter(seat)} ${contributionHash(commitment, seat, nonce)} ${nonce}`],
  );
  return hmac(secret, bytesOf([`halfturn deal ${commitment}`, ...lines].join("\n")));
}

/** Void deals are what was committed to, and those to blame took no part afterwards. */
function voidsHold({ commitment, contributions, voids }: Replay): boolean {
  const commitments = new Set([commitment, ...voids.map((each) => each.commitment)]);
  if (commitments.size <= voids.length) return false;
  const barred = new Set(contributions.flatMap((nonce, seat) => (nonce === null ? [] : [seat])));
  return voids.every((each) => {
    const secret = fromHex(each.secret);
    const isNew = each.seats.every((seat) => !barred.has(seat));
    each.seats.forEach((seat) => barred.add(seat));
    if (!secret || secret.length !== 32 || each.seats.length === 0) return false;
    return isNew && hex(sha256(secret)) === each.commitment;
  });
}

/** Draws are numbered without gaps, and every new attempt is explained by an undo. */
function numbersHold(draws: Draw[], undos: UndoneDraws[]): boolean {
  const redrawn = new Map<number, number>();
  let version = 0;
  for (const undo of undos) {
    if (undo.version <= version || (undo.draws.length > 0 && !undo.agreed)) return false;
    version = undo.version;
    let last = 0;
    for (const name of undo.draws) {
      const [ordinal = 0, attempt = 0] = name.split(".").map(Number);
      if ((last > 0 && ordinal !== last + 1) || attempt !== (redrawn.get(ordinal) ?? 0))
        return false;
      redrawn.set(ordinal, attempt + 1);
      last = ordinal;
    }
  }
  return draws.every(
    (draw, at) => draw.ordinal === at + 1 && draw.attempt === (redrawn.get(draw.ordinal) ?? 0),
  );
}

/** The key under scheme 1: the secret, and the texts that seats added to it. */
function mixed(secret: Uint8Array, contributions: (string | null)[]): Uint8Array {
  const lines = contributions.flatMap((text, seat) =>
    text === null ? [] : [`${letter(seat)} ${text}`],
  );
  if (lines.length === 0) return secret;
  return hmac(secret, bytesOf(["halfturn seats", ...lines].join("\n")));
}

/** What a draw gives: the first number without bias points into the weights, laid end to end. */
function drawn(key: Uint8Array, { options, weights }: Draw, name: string): string {
  const sum = weights.reduce((all, weight) => all + BigInt(weight), 0n);
  if (sum <= 0n) return "";
  const bound = WORD - (WORD % sum);
  for (let block = 0; ; block++) {
    const digest = hmac(key, bytesOf(`halfturn draw ${name} ${block}`));
    const words = new DataView(digest.buffer);
    for (let at = 0; at < digest.length; at += 8) {
      const word = words.getBigUint64(at);
      if (word < bound) return pointed(options, weights, word % sum);
    }
  }
}

function pointed(options: string[], weights: number[], at: bigint): string {
  let left = at;
  for (const [index, weight] of weights.entries()) {
    if (left < weight) return options[index] ?? "";
    left -= BigInt(weight);
  }
  return "";
}
