import { untrack } from "svelte";
import type { Update } from "./protocol";
import { gameOver } from "./seats";
import { heardIn, play } from "./sounds";
import type { Table } from "./table.svelte";

/** What happened comes first, that it is one's turn after it. */
const THEN = 280;

/** Have a table heard: what happens, one's turn, the end, and that somebody speaks. */
export function listen(table: Table): void {
  let before: Update | null = null;
  $effect(() => {
    const now = table.now;
    const happened = heardIn(table.fresh);
    const [was, is] = [before, now];
    before = now;
    if (!was || !is) return;
    if (gameOver(is)) {
      if (!gameOver(was)) play("over");
      return;
    }
    if (happened) play(happened);
    if (is.question && !was.question) {
      const timer = setTimeout(() => play("yours"), happened ? THEN : 0);
      return () => clearTimeout(timer);
    }
  });
  $effect(() => {
    const news = table.news;
    if (news && news.seat !== untrack(() => table.now?.seat)) play("said");
  });
}
