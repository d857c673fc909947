import type * as imap from "#server/connections/providers/imap.ts";
import type { Commands } from "#server/connections/providers/imap-worker.ts";
import { bodyOf, type Envelope } from "#server/connections/providers/received.ts";
import type { Random } from "#server/platform/db/random.ts";
import { ProviderError } from "#server/platform/errors.ts";
import { as, currentOwner, now, sleep } from "./machine.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** A host that met failures asks again after an hour, and one more attempt may fail. */
const OPEN_MS = 150 * MINUTE;
const PATIENCE = 140 * MINUTE;

/** `putAt`: when it came into its folder. */
export type Mail = Omit<Envelope, "uid" | "at" | "cc"> & { text: string; arrivedAt: number; putAt?: number };
type Folder = { validity: number; next: number; mails: Map<number, Mail> };

export class Mailbox {
  readonly userId: string;
  readonly address: string;
  readonly folders: Record<string, Folder> = {};
  constructor(userId: string, address: string) {
    this.userId = userId;
    this.address = address;
    for (const path of ["INBOX", "Sent", "Archive"])
      this.folders[path] = { validity: 1, next: 1, mails: new Map() };
  }

  put(path: string, mail: Mail): void {
    const folder = this.folder(path);
    folder.mails.set(folder.next++, { ...mail, putAt: now() });
  }

  folder(path: string): Folder {
    const found = this.folders[path];
    if (!found) throw new Error(`There is no folder ${path}`);
    return found;
  }
}

type Settings = { readonly faults: number };

/** Answers only for some hours of a day, because a mailbox that answers is read every three minutes. */
export class MailboxServer {
  readonly boxes: Mailbox[] = [];
  readonly #settings: Settings;
  readonly #random: Random;
  #open: { from: number; until: number; hasFailed: boolean }[] = [];

  constructor(random: Random, settings: Settings) {
    this.#random = random;
    this.#settings = settings;
    server = this;
  }

  planDay(from: number): void {
    this.#open = this.#open.filter(({ until }) => until > from - DAY);
    for (const half of [0, 1]) {
      const at = from + half * 12 * 60 * MINUTE + this.#random.between(0, 9 * 60) * MINUTE;
      this.#open.push({ from: at, until: at + OPEN_MS, hasFailed: false });
    }
  }

  /** Email that arrived before this time must have been read. */
  readBefore(): number {
    const ended = this.#open.filter(({ until }) => until <= now()).map(({ until }) => until);
    return Math.max(0, ...ended) - PATIENCE;
  }

  #hours() {
    return this.#open.find(({ from, until }) => from <= now() && now() < until);
  }

  isOpen(): boolean {
    return this.#hours() !== undefined;
  }

  trouble(command: keyof Commands): "later" | "credentials" | "never" | null {
    const hours = this.#hours();
    if (!hours) return "later";
    if (hours.hasFailed || !this.#random.chance(0.03 * this.#settings.faults)) return null;
    hours.hasFailed = true;
    // After two timeouts about one message, the host skips it.
    if (command === "headers" || command === "body") return "later";
    return this.#random.pick(["later", "later", "never"] as const);
  }

  delay(): number {
    return this.#random.between(5, 60);
  }
}

let server: MailboxServer | null = null;
const never = new Promise<never>(() => {});

/** In place of the host's, which reads in a thread with a time of its own. */
const openHere: typeof imap.imapSession = async (_settings, { user }) => {
  const box = server?.boxes.find(({ address }) => address === user);
  if (!box) throw new ProviderError("credentials", "The mail server rejected our sign-in");
  const commands = commandsOf(box);
  let isBroken = false;
  const ask = async (command: keyof Commands, ...args: unknown[]) => {
    const owner = currentOwner();
    await as(undefined, () => sleep(server?.delay()));
    if (owner?.isDead) await never;
    const trouble = isBroken ? "later" : server?.trouble(command);
    if (trouble === "never") await as(undefined, () => sleep(45_000));
    isBroken ||= Boolean(trouble);
    if (trouble) throw new ProviderError(trouble, `The mail server is simulated to say: ${trouble}`);
    return (commands[command] as (...args: unknown[]) => unknown)(...args);
  };
  return { ask: ask as never, end: async () => {} };
};

const verifyHere: typeof imap.imapVerify = async () => {};

function commandsOf(box: Mailbox): { [C in keyof Commands]: (...args: Parameters<Commands[C]>) => unknown } {
  let current = box.folder("INBOX");
  const ofOpen = (isWanted: (mail: Mail) => boolean) =>
    [...current.mails].filter(([, mail]) => isWanted(mail)).map(([uid]) => uid);
  return {
    folders: () => [
      { path: "Sent", kind: "sent" },
      { path: "INBOX", kind: "inbox" },
    ],
    file: (raw, messageId) => {
      if ([...box.folder("Sent").mails.values()].some((mail) => mail.messageId === messageId)) return;
      box.put("Sent", sentMail(raw, messageId, box));
    },
    open: (path, since) => {
      current = box.folder(path);
      return { validity: String(current.validity), uids: ofOpen(({ arrivedAt }) => arrivedAt >= since) };
    },
    find: (addresses, since) =>
      ofOpen(
        ({ from, to, arrivedAt }) =>
          arrivedAt >= since && [from, ...to].some((one) => one && addresses.includes(one.address)),
      ),
    headers: (uids) => uids.flatMap((uid) => envelopeOf(uid, current.mails.get(uid)) ?? []),
    body: (uid) => bodyOf(current.mails.get(uid)?.text ?? "", null, [], false),
    files: () => [],
    close: () => {},
  };
}

function envelopeOf(uid: number, mail: Mail | undefined): Envelope | null {
  if (!mail) return null;
  const { text: _, arrivedAt, putAt: __, ...envelope } = mail;
  return { uid, cc: [], at: arrivedAt, ...envelope };
}

/** Only its sender's own copy: nothing is checked about its text. */
function sentMail(raw: string, messageId: string, { address }: Mailbox): Mail {
  const [, to = ""] = /^To: .*?([^\s<>]+@[^\s<>]+)/im.exec(raw) ?? [];
  const people = { from: { name: "", address }, to: [{ name: "", address: to.toLowerCase() }] };
  return { messageId, inReplyTo: null, refs: [], ...people, subject: "Filed", text: "", arrivedAt: now() };
}

export { openHere as imapSession, verifyHere as imapVerify };
