import { t } from "../texts";

/** What the tab of the browser tells: the game, and whether somebody waits for us. */
export function showTab(title: string, yours: boolean): void {
  document.title = yours ? t.yourTurnTitle(title) : title ? t.title(title, t.app) : t.app;
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  const wanted = yours ? "/favicon-turn.svg" : "/favicon.svg";
  if (icon && icon.getAttribute("href") !== wanted) icon.setAttribute("href", wanted);
}
