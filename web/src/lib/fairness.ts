import type { Draw, Replay } from "./protocol";
import { letter } from "./seats";
import { bytesOf, fromHex, hex, hmac, sha256 } from "./sha256";

const CHANCE = -1;
const WORD = 1n << 64n;

/** A draw that was made again. */
export interface Redrawn {
  version: number;
  /** What was dealt in the game. */
  dealt: string;
  /** What the secret gives. */
  given: string;
}

/** What came of making all draws again; `why` it does not hold, where it does not. */
export interface Check {
  holds: boolean;
  why: "" | "untold" | "secret" | "draws" | "dealt";
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
  const versions = draws.map((draw) => draw.version);
  const ordered = versions.every((version, at) => at === 0 || version > (versions[at - 1] ?? 0));
  if (draws.length !== steps.length || !ordered) return none("draws");

  const key = mixed(secret, game.contributions);
  const redrawn = draws.map((draw, at) => ({
    version: draw.version,
    dealt: steps[at]?.answer ?? "",
    given: drawn(key, draw),
  }));
  const wrong = redrawn.findIndex((each) => each.dealt !== each.given) + 1;
  return { holds: wrong === 0, why: wrong === 0 ? "" : "dealt", draws: redrawn, wrong };
}

/** The key that draws are made with: the secret, and what seats added to it. */
function mixed(secret: Uint8Array, contributions: (string | null)[]): Uint8Array {
  const lines = contributions.flatMap((text, seat) =>
    text === null ? [] : [`${letter(seat)} ${text}`],
  );
  if (lines.length === 0) return secret;
  return hmac(secret, bytesOf(["halfturn seats", ...lines].join("\n")));
}

/** What a draw gives: the first number without bias points into the weights, laid end to end. */
function drawn(key: Uint8Array, { version, options, weights }: Draw): string {
  const sum = weights.reduce((all, weight) => all + BigInt(weight), 0n);
  if (sum <= 0n) return "";
  const bound = WORD - (WORD % sum);
  for (let block = 0; ; block++) {
    const digest = hmac(key, bytesOf(`halfturn draw ${version} ${block}`));
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
