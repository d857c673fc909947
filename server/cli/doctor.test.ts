import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { databaseId } from "#server/data/backup/folder.ts";
import { examine, inLines } from "./doctor.ts";

const folder = mkdtempSync(join(tmpdir(), "loupe-doctor-"));
const dataDir = join(folder, "data");
const servers: Server[] = [];
const CLOSED = "9";

beforeEach(() => {
  rmSync(dataDir, { recursive: true, force: true });
  mkdirSync(dataDir, { mode: 0o700 });
});
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, { recursive: true, force: true });
});

const examined = async (env: Record<string, string> = {}) => {
  const found = await examine({ NODE_ENV: "test", DATA_DIR: dataDir, API_PORT: CLOSED, ...env });
  const of = (wanted: string) => found.filter(({ sign }) => sign === wanted).map(({ said }) => said);
  return { wrong: of("wrong"), careful: of("careful"), well: of("well"), lines: inLines(found) };
};

async function answering(status: number, body: object): Promise<string> {
  const server = createServer((_, answer) => answer.writeHead(status).end(JSON.stringify(body)));
  servers.push(server);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return String((server.address() as AddressInfo).port);
}

test("finds nothing wrong on one machine", async () => {
  const { wrong, careful, lines } = await examined();
  expect(wrong).toEqual([]);
  expect(careful.join("\n")).toMatch(/power cut/);
  expect(careful.join("\n")).toMatch(/There is no backup/);
  expect(lines).toMatch(/\nNothing is wrong\.$/);
  expect((await examined({ DATA_DIR: join(folder, "later") })).wrong).toEqual([]);
});

test("reports invalid values and doesn't try them", async () => {
  expect(await examined({ API_PORT: "x" })).toMatchObject({
    wrong: ["API_PORT isn't a valid port: x"],
    careful: [],
  });
  expect((await examined({ HOST_SECRET: "short" })).wrong).toEqual([expect.stringContaining("HOST_SECRET")]);
  expect((await examined({ BACKUP_AT: "noon" })).wrong).toEqual([expect.stringContaining("BACKUP_AT")]);
});

test("reports a data folder that other users can read", async () => {
  chmodSync(dataDir, 0o755);
  const { wrong, lines } = await examined();
  expect(wrong).toEqual([`Other users can read the data folder ${dataDir}. Run chmod 700 ${dataDir}`]);
  expect(lines).toMatch(/\nOne thing is wrong\.$/);
});

test("checks https, addresses and proxies of a public host", async () => {
  const near = await examined({ HOST: "0.0.0.0" });
  expect(near.wrong).toEqual([expect.stringMatching(/^NEXTAUTH_URL.*links in emails won't work/)]);
  const bare = await examined({ NEXTAUTH_URL: "http://crm.example.com" });
  expect(bare.wrong).toEqual([expect.stringMatching(/unencrypted/)]);
  const urls = { NEXTAUTH_URL: "https://crm.example.com", HOST_URL: "https://api.example.com" };
  const without = await examined(urls);
  expect(without.wrong).toEqual([]);
  expect(without.careful).toContainEqual(expect.stringMatching(/^TRUST_PROXY is 0/));
  const behind = await examined({ ...urls, TRUST_PROXY: "1" });
  expect(behind.careful).not.toContainEqual(expect.stringMatching(/TRUST_PROXY/));
  const apart = await examined({ ...urls, API_URL: "https://api.example.com" });
  expect(apart.wrong).toEqual([expect.stringMatching(/^NEXTAUTH_SECRET/)]);
});

test("tests database, mail server and host", async () => {
  const away = await examined({ DATABASE_URL: `postgres://loupe:hush@127.0.0.1:${CLOSED}/loupe` });
  expect(away.wrong).toEqual(["The Postgres of DATABASE_URL can't be used: ECONNREFUSED"]);
  expect(away.careful).toContainEqual(expect.stringMatching(/^HOST_SECRET isn't set/));
  expect(away.lines).not.toContain("hush");
  const smtp = { SMTP_URL: `smtp://user:hush@127.0.0.1:${CLOSED}`, MAIL_FROM: "crm@example.com" };
  expect((await examined(smtp)).wrong).toEqual([expect.stringMatching(/^The mail server .* doesn't answer/)]);

  const ready = { API_PORT: await answering(200, { ok: true, troubles: [] }) };
  expect((await examined(ready)).well).toContainEqual(expect.stringMatching(/is ready$/));
  const stuck = { API_PORT: await answering(503, { ok: false, troubles: ["The job “a” hangs."] }) };
  expect((await examined(stuck)).wrong).toEqual([expect.stringMatching(/: The job “a” hangs\.$/)]);
  const other = { API_PORT: await answering(200, { hello: "world" }) };
  expect((await examined(other)).wrong).toEqual([expect.stringMatching(/^Another program answers/)]);
});

test("reports missing, recent and old backups", async () => {
  const backups = join(dataDir, "backups");
  mkdirSync(backups);
  const made = (moment: string) => {
    const stamp = moment.replace(/[-:]|\.\d+/g, "");
    writeFileSync(join(backups, `nightly-${databaseId({ dataDir })}-${stamp}.tgz`), "");
  };
  made(new Date(Date.now() - 5 * 86_400_000).toISOString());
  expect((await examined()).wrong).toEqual([expect.stringMatching(/ is 5 days old$/)]);
  made(new Date().toISOString());
  expect((await examined()).wrong).toEqual([]);
  expect((await examined({ BACKUP_AT: "off" })).careful).toContainEqual(
    expect.stringMatching(/^BACKUP_AT is off/),
  );
});
