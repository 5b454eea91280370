/** Copy the text of a field, and tell whether that worked; else it is left selected for the person to copy. */
export async function copyFrom(field: HTMLInputElement): Promise<boolean> {
  field.focus();
  field.select();
  try {
    // Not there over plain HTTP.
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    return document.execCommand("copy");
  }
}
