import { randomBytes, randomUUID } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Extensions } from "@electric-sql/pglite";
import { type Name, row, type Answer as Said } from "#lib/contract/contract.ts";
import { urlOf } from "#lib/contract/path.ts";
import type { Role } from "#lib/contract/users.ts";
import { createApp } from "#server/app.ts";
import type { inProcess } from "#server/data/backup/in-process.ts";
import { createBackups } from "#server/data/backup/work.ts";
import { statusOf } from "#server/jobs/health/status.ts";
import type { Turn } from "#server/jobs/loop.ts";
import { hashPassword } from "#server/platform/auth/password.ts";
import { startSession } from "#server/platform/auth/session.ts";
import type { Opened } from "#server/platform/db/client.ts";
import { newId } from "#server/platform/db/id.ts";
import { organizations, users } from "#server/platform/db/schema.ts";
import type { Host } from "#server/platform/handler.ts";
import type { Log } from "#server/platform/log.ts";
import type { Captcha, Clock, ProviderSettings, SmtpServer } from "#server/platform/settings.ts";
import { answeredAtCommit, watchedDatabase } from "./after-commit.ts";
import { checkAnswer } from "./answers.ts";
import { openTestDatabase } from "./database.ts";

export type Person = { id: string; organizationId: string; email: string; role: Role; token: string };
export type Ask = <N extends Name>(name: N, input?: object, person?: Person | null) => Promise<Said<N>>;
export type Shop = { id: string; owner: Person; admin: Person; user: Person };
export type Answer = { status: number; body: unknown; headers: Headers };

export const WEB_URL = "https://crm.example.com";
export const HOST_URL = "https://api.example.com";
const NO_LOG: Log = () => {};
const PROVIDERS: ProviderSettings = { allowPrivateHosts: true, unipile: null };

async function emptyBackup(args: string[]) {
  if (args[0] !== "verify") writeFileSync(args[0] ?? "", "");
  return { contacts: 2, sales: 1 };
}

const UNKNOWN = randomUUID();
const unknownHash = hashPassword(UNKNOWN);

type Input = { params?: object; query?: object; body?: unknown };
type Options = {
  log?: Log;
  clock?: Clock;
  providers?: ProviderSettings;
  smtp?: SmtpServer;
  captcha?: Captcha;
  isDemo?: boolean;
  wake?: () => void;
  backUp?: typeof inProcess;
  extensions?: Extensions;
  turns?: Turn[];
  open?: () => Promise<Opened & { secret?: Buffer }>;
};

export function testHost(options: Options = {}) {
  const {
    log = NO_LOG,
    clock = () => new Date(),
    providers = PROVIDERS,
    smtp = null,
    captcha = null,
    isDemo = false,
    wake = () => {},
    backUp = emptyBackup,
    extensions = {},
    turns = [],
    open = (): ReturnType<NonNullable<Options["open"]>> => openTestDatabase(extensions),
  } = options;
  // Passwords are hashed at full cost, and other suites share the machine.
  jest.setTimeout(60_000);
  const opening = open();
  let app: ReturnType<typeof createApp>;
  const ownSecret = randomBytes(32);
  const status = statusOf({ embedded: true, turns: () => turns, troubles: async () => [] });
  const folder = join(tmpdir(), `loupe-kept-${randomUUID()}`);
  const backingUp = opening.then(({ database }) => {
    const settings = { folder, dataDir: folder, id: "0123abcd", at: null, keep: 14, isSealed: false };
    return createBackups({ database, clock, wake }, settings, log, backUp);
  });
  const host = async (): Promise<Host> => {
    const { database, secret = ownSecret } = await opening;
    return {
      database,
      webUrl: WEB_URL,
      hostUrl: HOST_URL,
      clock,
      secret,
      providers,
      smtp,
      captcha,
      isDemo,
      backups: (await backingUp).backups,
      status,
      wake,
    };
  };
  beforeAll(async () => {
    const made = await host();
    app = createApp({ ...made, database: watchedDatabase(made.database), log });
  }, 60_000);
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await (await opening).close();
  });

  async function request(method: string, path: string, init: RequestInit & { address?: string } = {}) {
    const { address = "127.0.0.1", ...rest } = init;
    const env = { incoming: { socket: { remoteAddress: address } } };
    return answeredAtCommit(`${method} ${path}`, async () =>
      app.request(`/api/v1${path}`, { ...rest, method }, env),
    );
  }

  async function send(
    method: string,
    path: string,
    init: RequestInit & { address?: string } = {},
  ): Promise<Answer> {
    const response = await request(method, path, init);
    const isFile = !response.headers.get("content-type")?.startsWith("application/json");
    const body = isFile ? Buffer.from(await response.arrayBuffer()) : JSON.parse(await response.text());
    const answer = { status: response.status, body, headers: response.headers };
    checkAnswer(method, path, answer);
    return answer;
  }

  return {
    send,
    host,
    database: async () => (await opening).database,
    backUp: async () => (await backingUp).job.run(),

    call(name: Name, person: Person | null, input: Input = {}) {
      const headers = new Headers(person ? { authorization: `Bearer ${person.token}` } : {});
      const { body } = input;
      if (body !== undefined) headers.set("content-type", "application/json");
      return send(row(name).method, urlOf(name, input), { headers, body: JSON.stringify(body) });
    },

    async open(name: Name, { token }: Person): Promise<Response> {
      return request(row(name).method, urlOf(name, {}), { headers: { authorization: `Bearer ${token}` } });
    },

    async shop(): Promise<Shop> {
      const id = newId();
      const { database } = await opening;
      await database.system((db) =>
        db.insert(organizations).values({ id, name: `Shop ${id}`, timezone: "Europe/London" }),
      );
      const [owner, admin, user] = await Promise.all([
        person(id, "OWNER"),
        person(id, "ADMIN"),
        person(id, "USER"),
      ]);
      return { id, owner, admin, user };
    },
    person,
  };

  /** Without a password, they were invited and haven't registered. */
  async function person(
    organizationId: string,
    role: Role,
    password: string | null = UNKNOWN,
  ): Promise<Person> {
    const { database } = await opening;
    const id = newId();
    const email = `${role.toLowerCase()}-${randomUUID()}@example.com`;
    const passwordHash =
      password === UNKNOWN ? await unknownHash : password && (await hashPassword(password));
    const token = await database.system(async (db) => {
      const columns = { id, organizationId, email, role, passwordHash };
      await db.insert(users).values({ ...columns, firstName: "Ada", lastName: role });
      return startSession(db, { id, organizationId });
    });
    return { id, organizationId, email, role, token };
  }
}
