import { sql } from "drizzle-orm";
import { countRows } from "#server/platform/db/record.ts";
import { mailboxes, letters as table } from "#server/platform/db/schema-mail.ts";
import { testHost } from "#server/testing/host.ts";
import { fillMaildir, rawMail } from "#server/testing/maildir.ts";
import { ADDRESS, connectOnPage, startRealServers } from "#server/testing/real-servers.ts";
import { recordsOf } from "#server/testing/records.ts";
import { createMailboxReader } from "./read-mailbox.ts";

const NOW = Date.parse("2026-11-20T12:00:00Z");
const host = testHost({ clock: () => new Date(NOW) });
const make = recordsOf(host);
let servers: Awaited<ReturnType<typeof startRealServers>>;

beforeAll(async () => {
  servers = await startRealServers([]);
}, 60_000);
afterAll(() => servers?.stop(), 30_000);

let count = 0;
const hostile = (headers: Record<string, string>, body?: string) => ({
  at: new Date(NOW - 86_400_000 + ++count * 1000),
  raw: rawMail(
    { From: "zoe@bad.example", To: ADDRESS, "Message-ID": `<h${count}@bad.example>`, ...headers },
    body,
  ),
});

function nested(depth: number) {
  const open = Array.from(
    { length: depth },
    (_, i) => `--b${i}\r\nContent-Type: multipart/mixed; boundary=b${i + 1}\r\n\r\n`,
  );
  return `${open.join("")}--b${depth}\r\nContent-Type: text/plain\r\n\r\ndeep\r\n--b${depth}--`;
}

test("reads later messages after hostile ones", async () => {
  const { owner } = await host.shop();
  const contact = await make.contact(owner, { email: "zoe@bad.example" });
  const big = `--b\r\nContent-Type: text/plain\r\n\r\nSee the photo\r\n--b\r\nContent-Type: image/jpeg; name=ring.jpg\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment; filename=ring.jpg\r\n\r\n${`${"QUJD".repeat(19)}\r\n`.repeat(650_000)}\r\n--b--`;
  const crowd = Array.from({ length: 20_000 }, (_, i) => `a${i}@bad.example`).join(",\r\n ");
  const html = { "Content-Type": "text/html; charset=utf-8" };
  fillMaildir(servers.maildir, [
    hostile({ Subject: "deep", "Content-Type": "multipart/mixed; boundary=b0" }, nested(2_000)),
    hostile({ Subject: "big", "Content-Type": "multipart/mixed; boundary=b" }, big),
    hostile({ Subject: "crowd", Cc: crowd }),
    hostile({ Subject: "references", References: "<a@b.c>\r\n ".repeat(20_000) }),
    hostile({ Subject: "x".repeat(900_000) }),
    hostile(
      { Subject: "=?utf-8?B?////?= =?nonsense?Q?=ZZ?=", "Content-Type": "text/plain; charset=klingon" },
      "\xff\xfe\u0000",
    ),
    hostile({ Subject: "html", ...html }, "<div>".repeat(400_000)),
    hostile({ Subject: "open", ...html }, "<".repeat(1_000_000)),
    hostile({ Subject: "last" }, "Still here"),
  ]);
  const form = { ...servers.form, caldavUrl: "", ...servers.imapForm };
  expect((await connectOnPage(host, owner, form)).status).toBe(303);
  for (let turn = 0; turn < 40; turn++) {
    const reader = createMailboxReader(await host.host(), () => {});
    await reader.run();
    await reader.finish();
    const { database } = await host.host();
    const at = sql`${new Date(NOW).toISOString()}::timestamptz`;
    if ((await database.system((db) => countRows(db, mailboxes, sql`next_at <= ${at}`))) === 0) break;
  }
  const kept = await (await host.database()).system((db) => db.select().from(table));
  expect(kept).toHaveLength(9);
  expect(kept.find(({ subject }) => subject === "last")).toMatchObject({
    text: "Still here",
    contactId: contact,
  });
  expect(kept.find(({ subject }) => subject === "big")).toMatchObject({
    text: "See the photo",
    attachments: ["ring.jpg"],
  });
  for (const { text, html, subject, cc } of kept) {
    expect(text.length).toBeLessThanOrEqual(100_000);
    expect(html?.length ?? 0).toBeLessThanOrEqual(300_000);
    expect(subject.length).toBeLessThanOrEqual(500);
    expect(cc.length).toBeLessThanOrEqual(50);
  }
}, 150_000);
