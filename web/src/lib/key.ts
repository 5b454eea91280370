/** A key of its own for a request: sent twice, it is carried out once. */
export function newKey(): string {
  return randomHex(15);
}

/** So many random bytes, in hexadecimal digits. */
export function randomHex(count: number): string {
  // Neither randomUUID nor subtle is there over plain HTTP on the home network; this is.
  const bytes = crypto.getRandomValues(new Uint8Array(count));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
