import { mount } from "svelte";
import "../app.css";
import type { GameFace } from "../games";
import { unpacked } from "../lib/packed";
import type { ReplayFile } from "../lib/protocol";
import { t } from "../texts";
import FilePage from "./FilePage.svelte";

/** Show the game that the server has put into this page, on its own board. */
export async function show(face?: GameFace): Promise<void> {
  const target = document.getElementById("app");
  if (!target) throw new Error("expected an element #app in the page");
  try {
    const file = await unpacked<ReplayFile>(document.getElementById("game")?.textContent ?? "");
    target.textContent = "";
    mount(FilePage, { target, props: { file, face } });
  } catch {
    target.textContent = t.file.broken;
  }
}
