/** Arrow keys go from button to button in a row, round its ends; Escape goes back one step. */
export function alongRow(
  event: KeyboardEvent,
  row: HTMLElement | undefined,
  onescape: () => void,
): void {
  const buttons = [...(row?.querySelectorAll("button") ?? [])];
  const at = buttons.indexOf(event.target as HTMLButtonElement);
  if (event.key === "Escape") onescape();
  else if (at < 0) return;
  else if (event.key === "ArrowRight") buttons[(at + 1) % buttons.length]?.focus();
  else if (event.key === "ArrowLeft") buttons.at(at - 1)?.focus();
  else return;
  event.preventDefault();
}
