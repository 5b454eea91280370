/** Something that somebody asked the server for: whether it is on its way, and what came of it. */
export class Attempt {
  busy = $state(false);
  told = $state("");
  trouble = $state("");

  /** Try it; words that it returns are told. Returns whether that worked. */
  async at(what: () => Promise<unknown>): Promise<boolean> {
    this.busy = true;
    this.told = this.trouble = "";
    try {
      const words = await what();
      this.told = typeof words === "string" ? words : "";
    } catch (error) {
      this.trouble = (error as Error).message;
    }
    this.busy = false;
    return this.trouble === "";
  }
}
