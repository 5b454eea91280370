import { delayBefore } from "./backoff";
import { newKey } from "./key";
import { HALTED, NO_TABLE, type FromBrowser, type FromServer, type Hello } from "./protocol";

/** What people are told about the line to the server. */
export type Link = "connecting" | "open" | "lost" | "offline" | "none";

/** Whoever holds a connection: what it says first, and what it does with what comes. */
export interface Listener {
  greeting(): Hello;
  receive(message: FromServer): void;
  /** The reason is the server's own, where it says one for not opening a table any more. */
  changed(link: Link, reason: string): void;
}

/** A socket that says nothing for so long while the page slept is not trusted any more. */
const SLEEP = 5000;
const HANDSHAKE = 5000;
/** After so long without a word it is asked whether anybody is there, who has so long to answer. */
const QUIET = 15_000;
const ANSWER = 6000;

/** A WebSocket that comes back by itself, until it is stopped. */
export class Connection {
  #url: string;
  #listener: Listener;
  #socket: WebSocket | null = null;
  #link: Link = "connecting";
  #attempt = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #watch: ReturnType<typeof setTimeout> | undefined;
  #hiddenAt = 0;
  #stopped = true;

  constructor(url: string, listener: Listener) {
    this.#url = url;
    this.#listener = listener;
  }

  start(): void {
    this.#stopped = false;
    addEventListener("online", this.#online);
    addEventListener("offline", this.#offline);
    addEventListener("pageshow", this.#shown);
    document.addEventListener("visibilitychange", this.#visibility);
    this.#open();
  }

  stop(): void {
    this.#stopped = true;
    removeEventListener("online", this.#online);
    removeEventListener("offline", this.#offline);
    removeEventListener("pageshow", this.#shown);
    document.removeEventListener("visibilitychange", this.#visibility);
    this.#drop();
  }

  /** Send it if the line is open; whoever needs it sent for sure sends it again later. */
  send(message: FromBrowser): boolean {
    if (this.#link !== "open" || this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Do not wait for the next try, nor trust the present line. */
  retryNow(): void {
    if (this.#stopped) return;
    this.#attempt = 0;
    this.#drop();
    this.#open();
  }

  #open(): void {
    if (this.#link === "open") this.#set("connecting");
    const socket = new WebSocket(this.#url);
    this.#socket = socket;
    // A handshake that hangs would hang for minutes.
    this.#retry = setTimeout(() => socket === this.#socket && this.#fail(), HANDSHAKE);
    socket.onopen = () => {
      clearTimeout(this.#retry);
      socket.send(JSON.stringify(this.#listener.greeting()));
      this.#set("open");
      this.#listen();
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      this.#attempt = 0;
      this.#listen();
      this.#listener.receive(JSON.parse(event.data) as FromServer);
    };
    socket.onclose = (event) => this.#closed(event.code, event.reason);
  }

  /** Somebody is there; ask again after a silence. */
  #listen(): void {
    clearTimeout(this.#watch);
    const due = Date.now() + QUIET;
    this.#watch = setTimeout(() => {
      // Much later than wanted: this machine slept, and the line may be long gone.
      if (Date.now() - due > SLEEP) return this.retryNow();
      this.send({ type: "ping", key: newKey() });
      this.#watch = setTimeout(() => this.#fail(), ANSWER);
    }, QUIET);
  }

  #closed(code: number, reason: string): void {
    if (code !== NO_TABLE && code !== HALTED) {
      this.#fail();
      return;
    }
    this.stop();
    this.#set("none", code === HALTED ? reason : "");
  }

  #fail(): void {
    this.#drop();
    if (this.#stopped) return;
    const known = navigator.onLine === false;
    this.#set(known ? "offline" : "lost");
    this.#retry = setTimeout(() => this.#open(), delayBefore(this.#attempt++));
  }

  #drop(): void {
    clearTimeout(this.#retry);
    clearTimeout(this.#watch);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    // From here on it is nobody's: a late message or close must not be heard.
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #set(link: Link, reason = ""): void {
    if (this.#link === link) return;
    this.#link = link;
    this.#listener.changed(link, reason);
  }

  #online = (): void => this.retryNow();

  #offline = (): void => {
    this.#drop();
    this.#set("offline");
    // Browsers are sometimes wrong about being offline: go on trying.
    this.#retry = setTimeout(() => this.#open(), delayBefore(this.#attempt++));
  };

  #shown = (event: PageTransitionEvent): void => {
    if (event.persisted) this.retryNow();
  };

  #visibility = (): void => {
    if (document.visibilityState === "hidden") {
      this.#hiddenAt = Date.now();
    } else if (this.#link !== "open" || Date.now() - this.#hiddenAt > SLEEP) {
      this.retryNow();
    }
  };
}
