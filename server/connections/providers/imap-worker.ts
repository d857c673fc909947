import { parentPort, workerData } from "node:worker_threads";
import { type FetchMessageObject, ImapFlow, type MessageStructureObject } from "imapflow";
import { machineTime } from "#server/platform/machine.ts";
import {
  addressesIn,
  type Body,
  bodyOf,
  type Envelope,
  idsIn,
  line,
  MAX_HTML,
  MAX_TEXT,
} from "./received.ts";

/** In its own thread, so that a hostile server or message blocks nothing else. */
export type ImapLogin = { ip: string; host: string | null; port: number; isLocal: boolean } & {
  user: string;
  password: string;
};
/** `bytes` null: the attachments of the message are too large together. */
export type MailedFile = { name: string; bytes: Uint8Array | null };
export type Folder = { path: string; kind: "inbox" | "sent" };

const SILENCE_MS = 20_000;
const MAX_UIDS = 50_000;
const MAX_FILES = 5;
const MAX_FILE_BYTES = 10_000_000;
const MAX_BYTES = 2 * MAX_HTML;

const { ip, host, port, isLocal, user, password } = workerData as ImapLogin;
const client = new ImapFlow({
  host: ip,
  port,
  secure: port === 993,
  ...(host !== null && { servername: host }),
  ...(!isLocal && port !== 993 && { doSTARTTLS: true }),
  tls: { rejectUnauthorized: !isLocal },
  auth: { user, pass: password },
  logger: false,
  disableAutoIdle: true,
  disableCompression: true,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: SILENCE_MS,
  maxLineLength: 4_000_000,
  maxLiteralSize: 2_000_000,
  maxResponseSize: 5_000_000,
});
// The answer to each command reports its error.
client.on("error", () => {});

const commands = {
  async folders(): Promise<Folder[]> {
    await client.connect();
    const sent = await sentFolders();
    // Sent messages come first, because replies are matched with them.
    return [...sent.map((path) => ({ path, kind: "sent" as const })), { path: "INBOX", kind: "inbox" }];
  },

  async file(raw: string, messageId: string): Promise<void> {
    await client.connect();
    const [path] = await sentFolders();
    if (!path) return;
    await client.mailboxOpen(path);
    if ((await search({ header: { "message-id": messageId } })).length > 0) return;
    await client.append(path, Buffer.from(raw, "latin1"), ["\\Seen"]);
  },

  async open(path: string, since: number): Promise<{ validity: string; uids: number[] }> {
    const { uidValidity } = await client.mailboxOpen(path, { readOnly: true });
    const uids = await search({ since: new Date(since) });
    return { validity: String(uidValidity), uids: uids.slice(-MAX_UIDS) };
  },

  async find(addresses: string[], since: number): Promise<number[]> {
    const found = new Set<number>();
    for (const address of addresses) {
      const who = [{ from: address }, { to: address }, { cc: address }];
      for (const uid of await search({ since: new Date(since), or: who })) found.add(uid);
    }
    return [...found].sort((a, b) => a - b).slice(-MAX_UIDS);
  },

  async headers(uids: number[]): Promise<Envelope[]> {
    const wanted = { uid: true, envelope: true, internalDate: true, headers: ["references"] };
    const read: Envelope[] = [];
    for await (const mail of client.fetch(uids.join(","), wanted, { uid: true })) read.push(envelopeOf(mail));
    return read;
  },

  /** Null if the message is no longer in this folder. */
  async body(uid: number): Promise<Body | null> {
    const mail = await client.fetchOne(String(uid), { uid: true, bodyStructure: true }, { uid: true });
    const structure = mail ? mail.bodyStructure : undefined;
    const { text, html, attachments }: Omit<Parts, "files"> = structure
      ? findParts(structure)
      : { attachments: [] };
    const words = await textOf(uid, text, MAX_TEXT);
    const markup = await textOf(uid, html, MAX_HTML);
    if (!words?.text && !markup?.text && !(await isThere(uid))) return null;
    return bodyOf(
      words?.text ?? "",
      markup?.text ?? null,
      attachments,
      Boolean(words?.isCut || markup?.isCut),
    );
  },

  async files(uid: number, names: RegExp): Promise<MailedFile[]> {
    const mail = await client.fetchOne(String(uid), { uid: true, bodyStructure: true }, { uid: true });
    const structure = mail ? mail.bodyStructure : undefined;
    const files: MailedFile[] = [];
    let left = MAX_FILE_BYTES;
    for (const { name, part } of structure ? findParts(structure).files : []) {
      if (!names.test(name) || files.length === MAX_FILES) continue;
      const bytes = await bytesOf(uid, part, left + 1);
      const isTooLarge = (bytes?.length ?? 0) > left;
      files.push({ name: line(name, 200), bytes: isTooLarge ? null : (bytes ?? new Uint8Array()) });
      left -= isTooLarge ? 0 : (bytes?.length ?? 0);
    }
    return files;
  },

  async close(): Promise<void> {
    await client.logout();
  },
};
export type Commands = typeof commands;

const SENT =
  /^(?:sent(?:[ -](?:mail|items|messages))?|gesendet(?:e (?:objekte|elemente|nachrichten))?|enviad[oa]s|elementos enviados|correo enviado|mensagens enviadas|éléments envoyés|messages envoyés|envoyés|posta inviata|inviata|verzonden(?: items)?|skickat|sendt|sendte elementer|lähetetyt|wysłane|odeslaná pošta|отправленные|送信済み(?:メール)?|已发送(?:邮件)?)$/i;
const MAX_SENT_FOLDERS = 3;

/** Marked folders come first. Others match by name, because a program may use its own folder. */
async function sentFolders(): Promise<string[]> {
  const listed = await client.list();
  const named = listed.filter(({ specialUse }) => specialUse === "\\Sent");
  const likely = listed.filter(({ name, specialUse }) => !specialUse && SENT.test(name));
  return [...named, ...likely].map(({ path }) => path).slice(0, MAX_SENT_FOLDERS);
}

async function search(query: object): Promise<number[]> {
  const found = await client.search(query, { uid: true });
  return (found || []).sort((a, b) => a - b);
}

async function isThere(uid: number): Promise<boolean> {
  await client.noop();
  // `false` is a failed search.
  const found = await client.search({ uid: String(uid) }, { uid: true });
  if (!found) throw new Error("The server couldn't search the folder");
  return found.length > 0;
}

function envelopeOf({ uid, envelope, internalDate, headers }: FetchMessageObject): Envelope {
  const at = new Date(internalDate ?? envelope?.date ?? Number.NaN).getTime();
  return {
    uid,
    messageId: idsIn(envelope?.messageId)[0] ?? null,
    inReplyTo: idsIn(envelope?.inReplyTo)[0] ?? null,
    refs: idsIn(
      headers
        ?.subarray(0, 50_000)
        .toString("latin1")
        .replace(/\r?\n[ \t]+/g, " "),
    ),
    from: addressesIn(envelope?.from)[0] ?? null,
    to: addressesIn(envelope?.to),
    cc: [...addressesIn(envelope?.cc), ...addressesIn(envelope?.bcc)],
    subject: line(envelope?.subject, 500),
    at: Number.isFinite(at) ? Math.min(at, machineTime()) : machineTime(),
  };
}

type Parts = { text?: string; html?: string; attachments: string[]; files: { name: string; part: string }[] };

/** The first text and HTML part outside attachments, such as forwarded messages. */
function findParts(root: MessageStructureObject): Parts {
  const parts: Parts = { attachments: [], files: [] };
  const waiting = [root];
  for (let seen = 0; seen < 1_000; seen++) {
    const node = waiting.shift();
    if (!node) break;
    const type = node.type.toLowerCase();
    if (type.startsWith("multipart/")) {
      waiting.unshift(...(node.childNodes ?? []));
      continue;
    }
    const name = node.dispositionParameters?.filename ?? node.parameters?.name;
    const isAttached = node.disposition === "attachment" || name !== undefined;
    if (type === "text/plain" && !isAttached && !parts.text) parts.text = node.part ?? "1";
    else if (type === "text/html" && !isAttached && !parts.html) parts.html = node.part ?? "1";
    else if (isAttached || type === "message/rfc822") {
      parts.attachments.push(name ?? "Forwarded mail");
      if (name) parts.files.push({ name, part: node.part ?? "1" });
    }
  }
  return parts;
}

async function textOf(uid: number, part: string | undefined, maxLength: number) {
  const text = part && (await bytesOf(uid, part, MAX_BYTES))?.toString();
  return text === undefined || part === undefined ? null : { text, isCut: text.length > maxLength };
}

async function bytesOf(uid: number, part: string, maxBytes: number): Promise<Buffer | null> {
  const { content } = await client.download(String(uid), part, { uid: true, maxBytes });
  if (!content) return null;
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

export type WorkerRequest = { command: keyof Commands; args: unknown[] };
export type WorkerAnswer = { value: unknown } | { isRefused: boolean; message: string };

parentPort?.on("message", async ({ command, args }: WorkerRequest) => {
  parentPort?.postMessage(await answer(commands[command] as (...args: unknown[]) => unknown, args));
});

async function answer(ask: (...args: unknown[]) => unknown, args: unknown[]): Promise<WorkerAnswer> {
  try {
    return { value: await ask(...args) };
  } catch (error) {
    const { authenticationFailed, code, message } = error as Error & {
      authenticationFailed?: boolean;
      code?: string;
    };
    return {
      isRefused: authenticationFailed === true,
      message: `${code ?? ""} ${message}`.trim().slice(0, 200),
    };
  }
}
