import { t } from "../texts";

/** The title of the tab, while a page is shown. */
export function titled(words: () => string): void {
  $effect(() => {
    document.title = t.title(words(), t.app);
    return () => (document.title = t.app);
  });
}
