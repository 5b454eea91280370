import { mount } from "svelte";
import "../app.css";
import type { GameFace } from "../games";
import type { ReplayFile } from "../lib/protocol";
import { t } from "../texts";
import FilePage from "./FilePage.svelte";

/** Show the game that the server has put into this page, on its own board. */
export async function show(face?: GameFace): Promise<void> {
  const target = document.getElementById("app");
  if (!target) throw new Error("expected an element #app in the page");
  try {
    const file = await unpacked(document.getElementById("game")?.textContent ?? "");
    target.textContent = "";
    mount(FilePage, { target, props: { file, face } });
  } catch {
    target.textContent = t.file.broken;
  }
}

/** JSON that was packed by gzip and written in base64. */
async function unpacked(text: string): Promise<ReplayFile> {
  const bytes = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return (await new Response(stream).json()) as ReplayFile;
}
