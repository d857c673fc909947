import { createMailboxReader } from "#server/connections/inbox/read-mailbox.ts";
import { mailboxes } from "#server/platform/db/schema-mail.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { importsOf } from "#server/testing/imports.ts";
import { fillMaildir, rawMail } from "#server/testing/maildir.ts";
import { ADDRESS, connectOnPage, startRealServers } from "#server/testing/real-servers.ts";
import { filesByMail } from "./by-mail.ts";

const clock = { now: Date.parse("2026-11-20T12:00:00Z") };
const host = testHost({ clock: () => new Date(clock.now) });
const { ask, work, start, upload } = importsOf(host);
const HEAD = "Inv #,Sold on,Item,Total";
let servers: Awaited<ReturnType<typeof startRealServers>>;

beforeAll(async () => {
  servers = await startRealServers([]);
}, 60_000);
afterAll(() => servers?.stop(), 30_000);

async function readMail(files = filesByMail) {
  clock.now += 600_000;
  const reader = createMailboxReader(await host.host(), () => {}, files);
  await reader.run();
  await reader.finish();
  await work();
}

type Mail = { from?: string; to: string; file?: string; name?: string; id: string };

function send({ from = "Till <till@example.com>", to, file = "", name = "night.csv", id }: Mail) {
  const type = 'multipart/mixed; boundary="b"';
  const part = (headers: string[], body: string) => ["--b", ...headers, "", body].join("\r\n");
  const attached = [
    `Content-Disposition: attachment; filename="${name}"`,
    "Content-Transfer-Encoding: base64",
  ];
  const body = [
    part(["Content-Type: text/plain"], "The sales of today"),
    part(["Content-Type: text/csv; charset=utf-8", ...attached], Buffer.from(file).toString("base64")),
    "--b--",
  ].join("\r\n");
  const headers = { From: from, To: to, Subject: "Sales", "Message-ID": `<${id}@example.com>` };
  const raw = rawMail({ ...headers, "MIME-Version": "1.0", "Content-Type": type }, body);
  fillMaildir(servers.maildir, [{ at: new Date(clock.now), raw }]);
}

async function savedImport(owner: Person) {
  const params = await upload(owner, `${HEAD}\nN-1,2026-11-20,Rings,100.00\n`);
  await start(owner, params);
  const created = await ask("savedImports.create", owner, { body: { importId: params.id, name: "Till" } });
  return created?.id ?? "";
}

test("imports a named sender's files once per message", async () => {
  const [{ owner, user }, there] = [await host.shop(), await host.shop()];
  const form = { ...servers.form, caldavUrl: "", ...servers.imapForm };
  expect((await connectOnPage(host, owner, form)).status).toBe(303);
  const id = await savedImport(owner);
  const saved = { params: { id } };
  const body = { senders: ["Till@Example.com"] };
  for (const [person, status] of [
    [user, 403],
    [there.owner, 404],
    [owner, 200],
  ] as const)
    expect((await host.call("savedImports.setSenders", person, { ...saved, body })).status).toBe(status);
  const { mail } = await ask("savedImports.get", owner, saved);
  const [name, domain] = ADDRESS.split("@");
  const to = mail?.address ?? "";
  expect(to).toMatch(new RegExp(`^${name}\\+import-[0-9a-f]{16}@${domain}$`));
  expect((await ask("savedImports.get", user, saved)).mail).toBeNull();

  const file = `${HEAD}\nN-2,2026-11-21,Rings,50.00\n`;
  send({ to, file, id: "m1" });
  send({ to, file: file.replace("N-2", "N-3"), id: "m1" });
  send({ to, file: file.replace("N-2", "N-4"), id: "m2", from: "Eve <eve@example.com>" });
  send({ to: to.replace(/[0-9a-f]@/, "z@"), file: file.replace("N-2", "N-5"), id: "m3" });
  send({ to, file: "MZ", name: "sales.exe", id: "m4" });
  send({ to, file: "Other\n1\n", id: "m5" });
  send({ to, file: "x".repeat(10_000_001), id: "m6" });
  send({ to, file: "", id: "m0" });
  await readMail();
  const runs = async () =>
    (await ask("savedImports.get", owner, saved)).runs.map(({ createdBy, state, added, stop }) => [
      ...[createdBy, state, added, stop?.why],
    ]);
  expect((await runs()).sort()).toEqual([
    [expect.any(String), "done", 1, undefined],
    ["Email", "checked", 0, "column"],
    ["Email", "done", 1, undefined],
    ["Email", "failed", 0, undefined],
    ["Email", "failed", 0, undefined],
    ["Email", "failed", 0, undefined],
  ]);

  // A deleted run doesn't come back if the mailbox is read again.
  const [stopped] = (await ask("savedImports.get", owner, saved)).runs.filter(({ stop }) => stop);
  await ask("imports.delete", owner, { params: { id: stopped?.id ?? "" } });
  const database = await host.database();
  await database.system((db) => db.update(mailboxes).set({ folders: {} }));
  await readMail();
  expect(await runs()).toHaveLength(5);

  // Killed before it is stored, and before the transaction ends.
  send({ to, file: file.replace("N-2", "N-7"), id: "m15" });
  let kills = 0;
  const killed = () => {
    kills++;
    throw new Error("killed");
  };
  await readMail({ ...filesByMail, store: killed });
  await readMail({ ...filesByMail, store: (...given) => filesByMail.store(...given).then(killed) });
  expect([kills, (await runs()).length]).toEqual([2, 5]);
  await readMail();
  await readMail();
  expect((await runs()).filter(([, state]) => state === "done")).toHaveLength(3);

  for (let n = 7; n < 13; n++) send({ to, file: `Other ${n}\n1\n`, id: `m${n}` });
  await readMail();
  send({ to, file, id: "m13" });
  await readMail();
  expect((await runs()).filter(([, state]) => state === "checked")).toHaveLength(6);
  const [last] = (await ask("savedImports.get", owner, saved)).runs;
  expect(last?.problem).toMatch(/Too many files were waiting/);

  await ask("savedImports.setSenders", owner, { ...saved, body: { senders: [] } });
  send({ to, file: file.replace("N-2", "N-6"), id: "m14" });
  await readMail();
  expect(await runs()).toHaveLength(13);
});
