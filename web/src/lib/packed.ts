/** JSON that is packed by gzip and written in base64, as a finished game stands in its file. */
export async function unpacked<T>(text: string): Promise<T> {
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return (await new Response(stream).json()) as T;
}

export async function packed(value: unknown): Promise<string> {
  const stream = new Blob([JSON.stringify(value)]).stream();
  const zipped = new Response(stream.pipeThrough(new CompressionStream("gzip"))).arrayBuffer();
  return btoa(
    Array.from(new Uint8Array(await zipped), (byte) => String.fromCharCode(byte)).join(""),
  );
}
