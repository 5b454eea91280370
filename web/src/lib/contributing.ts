import { contributionHash, SCHEME } from "./fairness";
import type { Fair, NextDeal, Pledge, Reveal, Update, VoidedDeal } from "./protocol";
import { fromHex, hex, sha256 } from "./sha256";
import { newKey, randomHex } from "./key";

/** Deals that are remembered for a table. */
const MOST = 12;

/** What this browser keeps about its part in one deal. */
interface Part {
  commitment: string;
  seat: number;
  nonce: string;
  /** The frozen hashes, as they were when it revealed; null before that. */
  hashes: (string | null)[] | null;
  /** Whether the deal was given up, so that it can be no game's any more. */
  isVoid?: boolean;
  /** Whether the deal vanished, neither played nor given up. */
  isGone?: boolean;
}

/**
 * Why a deal is not what this browser took part in:
 * - changed: the contributions are not those that were frozen before it revealed its own
 * - withheld: a deal was given up because it did not reveal, and it did
 * - gone: a deal it had taken part in was replaced without a word
 * - leftOut: it wanted to take part, and the deal was made without it; that may be bad luck
 */
export type Doubt = "changed" | "withheld" | "gone" | "leftOut";

/**
 * This browser's part in the deals of one table. It draws a nonce for every deal, pledges its hash,
 * and reveals it once, when it has seen all hashes frozen; see docs/protocol.md, "Fair deals".
 */
export class Contributing {
  #name: string;
  #parts: Part[];
  /** Pledged or revealed since the connection was opened. */
  #sent = new Set<string>();
  /** Hashes of ours that we pledged since the page was loaded. */
  #pledged = new Set<string>();
  /** The deal that was next in the update before, on this connection. */
  #coming = "";

  constructor(table: string) {
    this.#name = `halfturn.deal.${table}`;
    this.#parts = this.#stored();
  }

  /** A new connection: what was sent on the old one may be lost. */
  again(): void {
    this.#sent.clear();
    this.#coming = "";
  }

  /** What to send now. */
  next(now: Update): (Pledge | Reveal)[] {
    this.#watch(now);
    const [deal, seat] = [now.next_deal, now.yours[0]];
    if (!deal || seat === undefined) return [];
    if (deal.frozen) return this.#reveal(deal, seat);
    if (deal.barred.includes(seat)) return this.#revealLate(seat, deal.commitment);
    return this.#pledge(deal, seat);
  }

  /** What is wrong with the deal of a game, as far as this browser can know. */
  doubts(fair: Omit<Fair, "secret">): Doubt[] {
    const found = new Set<Doubt>();
    for (const part of this.#parts) {
      if (part.isGone) found.add("gone");
      if (part.hashes && fair.voids.some((each) => blames(each, part))) found.add("withheld");
      if (part.commitment !== fair.commitment) continue;
      if (part.hashes === null) {
        if (fair.contributions[part.seat] === null && this.#isLast(part)) found.add("leftOut");
      } else if (fair.deal !== SCHEME || part.isVoid) found.add("changed");
      else if (!same(part.hashes, hashesOf(fair))) found.add("changed");
    }
    return [...found];
  }

  /** Whether the deal of a game has something of this browser in it. */
  tookPart(commitment: string): boolean {
    return this.#parts.some((part) => part.commitment === commitment && part.hashes !== null);
  }

  /** Several nonces for one commitment are those of several tabs; the last one counts. */
  #isLast(part: Part): boolean {
    return this.#parts.filter((each) => each.commitment === part.commitment).at(-1) === part;
  }

  #pledge(deal: NextDeal, seat: number): Pledge[] {
    const there = deal.hashes[seat] ?? null;
    const own = this.#parts.filter((part) => part.commitment === deal.commitment && !part.isVoid);
    if (own.some((part) => hashOf(part) === there)) return [];
    // Another device of ours has pledged: the one that was opened last takes part, once.
    if (there !== null && this.#pledged.has(deal.commitment)) return [];
    if (this.#sent.has(`pledge ${deal.commitment}`)) return [];
    const part = own.at(-1) ?? this.#add(deal.commitment, seat);
    this.#sent.add(`pledge ${deal.commitment}`);
    this.#pledged.add(deal.commitment);
    const { commitment } = deal;
    return [{ type: "pledge", key: newKey(), commitment, hash: hashOf(part) }];
  }

  #reveal(deal: NextDeal, seat: number): Reveal[] {
    const part = this.#parts.find((each) => hashOf(each) === deal.hashes[seat]);
    if (!part || part.commitment !== deal.commitment || part.isVoid || part.isGone) return [];
    if (part.hashes === null) {
      if (deal.nonces[seat] != null) return []; // nobody but us could have revealed it
      part.hashes = deal.hashes;
      this.#store();
    }
    // Once anything was revealed, no other set will do.
    if (deal.nonces[seat] != null || !same(part.hashes, deal.hashes)) return [];
    if (this.#sent.has(`reveal ${deal.commitment}`)) return [];
    this.#sent.add(`reveal ${deal.commitment}`);
    return [{ type: "reveal", key: newKey(), nonce: part.nonce }];
  }

  /** Too late for a deal that is void by now: so we can take part in later ones again. */
  #revealLate(seat: number, current: string): Reveal[] {
    const late = this.#parts.filter(
      (part) => part.isVoid && part.seat === seat && part.commitment !== current,
    );
    return late.flatMap((part): Reveal[] => {
      if (this.#sent.has(`late ${part.nonce}`)) return [];
      this.#sent.add(`late ${part.nonce}`);
      return [{ type: "reveal", key: newKey(), nonce: part.nonce }];
    });
  }

  /** Look what became of the deals that we know of. */
  #watch(now: Update): void {
    const deal = now.next_deal;
    const all = [...(deal?.voids ?? []), ...(now.fair?.voids ?? [])];
    for (const part of this.#parts)
      if (!part.isVoid && all.some((each) => each.commitment === part.commitment && opens(each)))
        this.#mark(part, "isVoid");
    // Deals do not vanish: what was next before is played now, is void, or still is next.
    const before = this.#coming;
    if (before !== deal?.commitment && before !== now.fair?.commitment)
      for (const part of this.#parts)
        if (part.commitment === before && part.hashes && !part.isVoid) this.#mark(part, "isGone");
    this.#coming = deal?.commitment ?? "";
  }

  #mark(part: Part, as: "isVoid" | "isGone"): void {
    part[as] = true;
    this.#store();
  }

  #add(commitment: string, seat: number): Part {
    const nonce = randomHex(32);
    const part: Part = { commitment, seat, nonce, hashes: null };
    // Another tab may have added something meanwhile.
    const stored = this.#stored().filter(
      (each) => !this.#parts.some((p) => p.nonce === each.nonce),
    );
    this.#parts = [...this.#parts, ...stored, part].slice(-MOST);
    this.#store();
    return part;
  }

  #stored(): Part[] {
    try {
      const found: unknown = JSON.parse(localStorage.getItem(this.#name) ?? "[]");
      return Array.isArray(found) ? (found as Part[]) : [];
    } catch {
      return []; // storage may be forbidden; what is known lasts as long as the page then
    }
  }

  #store(): void {
    try {
      localStorage.setItem(this.#name, JSON.stringify(this.#parts));
    } catch {
      return;
    }
  }
}

const hashOf = (part: Part): string => contributionHash(part.commitment, part.seat, part.nonce);

/** Whether a deal was given up because of a part that we had revealed. */
function blames(deal: VoidedDeal, part: Part): boolean {
  return deal.commitment === part.commitment && deal.seats.includes(part.seat);
}

/** Whether the secret of a void deal is out, so that nothing can be dealt from it any more. */
function opens(deal: VoidedDeal): boolean {
  const secret = fromHex(deal.secret);
  return secret?.length === 32 && hex(sha256(secret)) === deal.commitment;
}

function hashesOf(fair: Pick<Fair, "commitment" | "contributions">): (string | null)[] {
  return fair.contributions.map((nonce, seat) =>
    nonce === null ? null : contributionHash(fair.commitment, seat, nonce),
  );
}

function same(one: (string | null)[], other: (string | null)[]): boolean {
  return one.length === other.length && one.every((each, at) => each === other[at]);
}
