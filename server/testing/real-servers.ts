import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApp } from "#server/app.ts";
import type { Person, testHost } from "./host.ts";
import { startDovecot, startPostfix } from "./mail-servers.ts";
import { type Collection, startRadicale } from "./radicale.ts";

export const ADDRESS = "alice@example.test";
export const PASSWORD = "sécret ✓";

export function calendarFile(uid: string, ...lines: string[]): string {
  const event = ["BEGIN:VEVENT", `UID:${uid}`, "DTSTAMP:20260101T000000Z", ...lines, "END:VEVENT"];
  const calendar = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test//EN", ...event, "END:VCALENDAR", ""];
  return calendar.join("\r\n");
}

export async function connectOnPage(
  host: ReturnType<typeof testHost>,
  person: Person,
  form: Record<string, string>,
): Promise<{ status: number; page: string }> {
  const { body } = await host.call("integration.link", person);
  const app = createApp({ ...(await host.host()), log: () => {} });
  const { pathname } = new URL((body as { url: string }).url);
  const answer = await app.request(pathname, { method: "POST", body: new URLSearchParams(form) });
  return { status: answer.status, page: await answer.text() };
}

export async function startRealServers(shelves: Collection[]) {
  // They run as other users, who couldn't read files created with the host's umask.
  const umask = process.umask(0o022);
  const folder = mkdtempSync(join(tmpdir(), "loupe-servers-"));
  chmodSync(folder, 0o755);
  const [dav, imap, auth, smtp] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const startCalendars = () =>
    startRadicale(join(folder, "radicale"), dav, { users: { alice: PASSWORD }, shelves });
  const stops: (() => unknown)[] = [
    () => process.umask(umask),
    () => rmSync(folder, { recursive: true, force: true }),
  ];
  const stop = async () => {
    for (const each of stops.toReversed()) await each();
  };
  const people = { port: imap, authPort: auth, address: ADDRESS, password: PASSWORD };
  const mailFolder = join(folder, "dovecot/mail");
  const place = { port: smtp, authPort: auth, address: ADDRESS, mailFolder };
  try {
    let radicale = await startCalendars();
    stops.push(() => radicale.stop());
    const dovecot = await startDovecot(join(folder, "dovecot"), people);
    stops.push(() => dovecot.stop());
    const postfix = await startPostfix(join(folder, "postfix"), place);
    stops.push(() => postfix.stop());

    return {
      dovecot,
      form: {
        provider: "direct",
        address: ADDRESS,
        password: PASSWORD,
        smtpHost: "localhost",
        smtpPort: String(smtp),
        caldavUrl: `http://localhost:${dav}`,
        caldavUser: "alice",
      },
      imapForm: { imapHost: "localhost", imapPort: String(imap) },
      maildir: join(mailFolder, ADDRESS),
      stopCalendars: () => radicale.stop(),
      async restartCalendars() {
        radicale = await startCalendars();
      },
      inbox(): Buffer[] {
        const box = join(mailFolder, ADDRESS);
        // The folders exist after the first message.
        const folders = ["new", "cur"].map((part) => join(box, part)).filter(existsSync);
        return folders.flatMap((part) => readdirSync(part).map((name) => readFileSync(join(part, name))));
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((listening) => server.once("listening", listening));
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
}
