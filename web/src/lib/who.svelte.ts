import type { Me } from "./protocol";

/** Who this browser is to the server. */
class Who {
  name = $state("");

  is = (me: Me): void => {
    this.name = me.name;
  };
}

export const who = new Who();
