// SHA-256 and HMAC-SHA256 by FIPS 180-4 and RFC 2104. Browsers have them, but not over plain
// HTTP, and a home network has nothing else.

const BLOCK = 64;

/** The first 32 bits of the fractional parts of a root of the first primes. */
function rootsOfPrimes(count: number, root: (prime: number) => number): Uint32Array {
  const primes: number[] = [];
  for (let next = 2; primes.length < count; next++)
    if (primes.every((prime) => next % prime !== 0)) primes.push(next);
  return Uint32Array.from(primes, (prime) => (root(prime) % 1) * 2 ** 32);
}
const START = rootsOfPrimes(8, Math.sqrt);
const ROUNDS = rootsOfPrimes(64, Math.cbrt);

const turned = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export function sha256(message: Uint8Array): Uint8Array {
  const length = message.length;
  const padded = new Uint8Array(Math.ceil((length + 9) / BLOCK) * BLOCK);
  padded.set(message);
  padded[length] = 0x80;
  const blocks = new DataView(padded.buffer);
  blocks.setBigUint64(padded.length - 8, BigInt(length) * 8n);

  const hash = Uint32Array.from(START);
  const words = new Uint32Array(64);
  const word = (at: number): number => words[at] ?? 0;
  for (let at = 0; at < padded.length; at += BLOCK) {
    for (let i = 0; i < 16; i++) words[i] = blocks.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const [early, late] = [word(i - 15), word(i - 2)];
      const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
      const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
      words[i] = word(i - 16) + first + word(i - 7) + second;
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
    for (let i = 0; i < 64; i++) {
      const second = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const choice = (e & f) ^ (~e & g);
      const more = (h + second + choice + (ROUNDS[i] ?? 0) + word(i)) | 0;
      const first = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const most = (a & b) ^ (a & c) ^ (b & c);
      [h, g, f, e] = [g, f, e, (d + more) | 0];
      [d, c, b, a] = [c, b, a, (more + first + most) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((each, i) => (hash[i] = (hash[i] ?? 0) + each));
  }
  const digest = new DataView(new ArrayBuffer(32));
  hash.forEach((each, i) => digest.setUint32(4 * i, each));
  return new Uint8Array(digest.buffer);
}

export function hmac(key: Uint8Array, message: Uint8Array): Uint8Array {
  const short = new Uint8Array(BLOCK);
  short.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(
    joined(
      short.map((byte) => byte ^ 0x36),
      message,
    ),
  );
  return sha256(
    joined(
      short.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

export const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Bytes from hexadecimal digits; null for anything else. */
export function fromHex(text: string): Uint8Array | null {
  if (!/^([0-9a-f]{2})*$/.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}
