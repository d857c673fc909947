import { accessSync, constants, existsSync, readFileSync, statfsSync, statSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { timeDataWarning } from "#lib/time/data-version.ts";
import { TZ_VERSION } from "#lib/time/zone-data.ts";
import { keptIn } from "#server/data/backup/folder.ts";
import { backupSettings } from "#server/data/backup/work.ts";
import { knownMigrations, lastMigration } from "#server/platform/db/migrations.ts";
import { abortAfter, machineDate, stopwatch } from "#server/platform/machine.ts";
import { secretOfEnvironment } from "#server/platform/secrets/host-secret.ts";
import { readSettings, type Settings } from "#server/platform/settings.ts";

/** "careful" works, with a warning. */
type Sign = "well" | "careful" | "wrong";
type Finding = { sign: Sign; said: string };

type Env = NodeJS.ProcessEnv;
type Part = (settings: Settings, env: Env) => Finding | Finding[] | Promise<Finding | Finding[]>;

const WAIT_MS = 5_000;
const GIGABYTE = 2 ** 30;
const DAY_MS = 86_400_000;

const well = (said: string): Finding => ({ sign: "well", said });
const careful = (said: string): Finding => ({ sign: "careful", said });
const wrong = (said: string): Finding => ({ sign: "wrong", said });

/** Changes nothing. The host may be running. */
export async function examine(env: Env): Promise<Finding[]> {
  const findings: Finding[] = [node(), timeData()];
  let settings: Settings;
  try {
    settings = readSettings(env);
  } catch (error) {
    return [...findings, wrong((error as Error).message)];
  }
  for (const part of [data, database, key, addresses, proxies, mail, host, backups] satisfies Part[])
    findings.push(...[await part(settings, env)].flat());
  return findings;
}

/** Problems come last, where they are read. */
export function inLines(findings: Finding[]): string {
  const order: Sign[] = ["well", "careful", "wrong"];
  const marks = { well: "✓", careful: "!", wrong: "✗" };
  const lines = findings
    .toSorted((a, b) => order.indexOf(a.sign) - order.indexOf(b.sign))
    .map(({ sign, said }) => `${marks[sign]} ${said}`);
  const count = findings.filter(({ sign }) => sign === "wrong").length;
  const end = ["Nothing is wrong.", "One thing is wrong."][count] ?? `${count} things are wrong.`;
  return [...lines, "", end].join("\n");
}

function node(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const isEnough = major > 22 || (major === 22 && minor >= 19);
  return isEnough
    ? well(`Node ${process.versions.node}`)
    : wrong(
        `Node ${process.versions.node} is too old. Install 22.19 or newer, or let npm start download it.`,
      );
}

function timeData(): Finding {
  const warning = timeDataWarning(machineDate(), TZ_VERSION);
  return warning ? careful(warning) : well(`Time zone data ${TZ_VERSION}`);
}

function data({ dataDir, databaseUrl }: Settings): Finding | Finding[] {
  if (!existsSync(dataDir))
    return well(`The data folder ${dataDir} doesn't exist yet. It is created at the first start`);
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    return wrong(`This user can't write to the data folder ${dataDir}. Change its owner, or set DATA_DIR`);
  }
  const findings = [];
  if (process.platform !== "win32" && (statSync(dataDir).mode & 0o077) !== 0)
    findings.push(wrong(`Other users can read the data folder ${dataDir}. Run chmod 700 ${dataDir}`));
  const { bavail, bsize } = statfsSync(dataDir);
  const free = bavail * bsize;
  const what = databaseUrl ? "logs and backups" : "the database";
  if (free < GIGABYTE / 8)
    findings.push(wrong(`The disk of ${dataDir} is full: ${inGigabytes(free)} for ${what}`));
  else if (free < GIGABYTE)
    findings.push(careful(`The disk of ${dataDir} is nearly full: ${inGigabytes(free)} for ${what}`));
  else findings.push(well(`The data folder ${dataDir} has ${inGigabytes(free)}`));
  return findings;
}

const inGigabytes = (bytes: number) => `${(bytes / GIGABYTE).toFixed(1)} GB`;

async function database({ databaseUrl, dataDir, clock }: Settings): Promise<Finding | Finding[]> {
  if (!databaseUrl) {
    const [pid] = existsSync(join(dataDir, "db.lock"))
      ? readFileSync(join(dataDir, "db.lock"), "utf8").split(" ")
      : [];
    const who = pid ? `, in use by process ${pid}` : "";
    return [
      well(`The embedded database is used${who}`),
      careful(
        "The embedded database survives a killed process, but can lose data in a power cut. A Postgres (DATABASE_URL) doesn't",
      ),
    ];
  }
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: WAIT_MS });
  client.on("error", () => {});
  try {
    await client.connect();
    return await examinePostgres(client, clock());
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    const why =
      code === "28P01" || code === "28000"
        ? "it refuses this user or password"
        : code === "3D000"
          ? "it has no database of that name"
          : (code ?? message);
    return wrong(`The Postgres of DATABASE_URL can't be used: ${why}`);
  } finally {
    await client.end().catch(() => {});
  }
}

async function examinePostgres(client: pg.Client, now: Date): Promise<Finding[]> {
  const begun = stopwatch();
  const { rows } = await client.query(`select current_setting('server_version_num')::int as version,
    current_setting('server_version') as called, current_setting('fsync') as fsync,
    current_setting('transaction_read_only')::boolean as is_read_only, now() as now,
    (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as roles,
    exists (select from pg_roles where rolname = 'crm_app') as has_role,
    array(select wanted from unnest(array['pg_trgm', 'btree_gin', 'btree_gist']) as wanted
      where not exists (select from pg_available_extensions where name = wanted)) as missing`);
  const ms = Math.round(stopwatch() - begun);
  const found = rows[0];
  const apart = Math.abs(now.getTime() - new Date(found.now).getTime());
  const findings = [
    found.version >= 150_000
      ? well(`Postgres ${found.called} answers in ${ms} ms`)
      : wrong(`Postgres ${found.called} is too old. Upgrade to 15 or newer`),
    ms > 20 &&
      careful(
        `Postgres is ${ms} ms away, and each screen queries it several times. Move host and database closer together`,
      ),
    found.is_read_only &&
      wrong("Postgres is read-only, so nothing can be saved. Connect to the primary instead of a replica"),
    found.fsync !== "on" &&
      careful("Postgres runs with fsync off, so a power cut may destroy the database. Turn fsync on"),
    !found.roles &&
      !found.has_role &&
      wrong(
        "The database user can't create the role crm_app. Grant it CREATEROLE, or create the role yourself",
      ),
    found.missing.length > 0 &&
      wrong(`Postgres lacks the extensions ${found.missing.join(", ")}. Install them (postgresql-contrib)`),
    apart > 5_000 &&
      careful(
        `The clocks of Postgres and this machine are ${Math.round(apart / 1000)} seconds apart. Synchronize them`,
      ),
    await ofMigrations(client),
  ];
  return findings.filter((finding): finding is Finding => finding !== false);
}

async function ofMigrations(client: pg.Client): Promise<Finding> {
  const [last, newest] = [await lastMigration(client), knownMigrations().at(-1)];
  if (!last) return well("The database is empty. It is filled at the first start");
  if (newest && last.when > newest.when)
    return wrong("The database was changed by a newer version of Loupe. Start that version");
  if (newest && last.when < newest.when)
    return careful("The database is from an older version. It is backed up and upgraded at the next start");
  return well("The database matches this version");
}

function key({ databaseUrl, dataDir }: Settings, env: Env): Finding {
  try {
    if (secretOfEnvironment(env)) return well("HOST_SECRET is set");
  } catch (error) {
    return wrong((error as Error).message);
  }
  if (databaseUrl)
    return careful(
      `HOST_SECRET isn't set, so the key of connected accounts is only in ${dataDir}. Several hosts need the same key, and without it the accounts are lost`,
    );
  return well(`The host's key is kept in ${dataDir}`);
}

function addresses({ webUrl, hostUrl, hostname, isPublic }: Settings, env: Env): Finding | Finding[] {
  if (!isPublic) return well("Only this machine can reach Loupe, so the demo's password works");
  const findings: Finding[] = [];
  const isNear = (url: string) => /^(localhost|127\.|\[::1\])/.test(new URL(url).hostname);
  for (const [name, url] of [
    ["NEXTAUTH_URL (or WEB_URL)", webUrl],
    ["HOST_URL", hostUrl],
  ] as const) {
    if (isNear(url))
      findings.push(
        name === "HOST_URL"
          ? careful(`${name} is ${url}: people on other machines can't connect their email accounts`)
          : wrong(`${name} is ${url}, which only this machine can reach, so links in emails won't work`),
      );
    else if (url.startsWith("http:"))
      findings.push(wrong(`${name} is ${url}: passwords would be sent unencrypted. Use https`));
    else findings.push(well(`${name} is ${url}`));
  }
  if (hostname !== "127.0.0.1" && hostname !== "localhost" && hostname !== "::1")
    findings.push(
      careful(`Web app and host listen on ${hostname}. Make sure that only the proxy can reach them`),
    );
  if (env.API_URL && !env.NEXTAUTH_SECRET)
    findings.push(
      wrong(
        "NEXTAUTH_SECRET isn't set. A web app that runs without its host needs one (32 random characters)",
      ),
    );
  return findings;
}

function proxies({ proxies, webUrl, isPublic }: Settings, env: Env): Finding | Finding[] {
  if (!isPublic || !webUrl.startsWith("https:")) return [];
  if (proxies > 1) return well(`${proxies} proxies are in front (TRUST_PROXY)`);
  if (proxies > 0 || env.VERCEL) return well("1 proxy is in front (TRUST_PROXY)");
  return careful(
    "TRUST_PROXY is 0 although https is used, so all visitors share one address and its limits. Set it to the number of proxies",
  );
}

async function mail({ smtp, providers }: Settings): Promise<Finding[]> {
  const findings = [];
  if (!smtp)
    findings.push(
      careful(
        "SMTP_URL isn't set, so invitations and password emails are only sent for stores with a connected account",
      ),
    );
  else if (await reaches(smtp.host, smtp.port))
    findings.push(well(`The mail server ${smtp.host}:${smtp.port} answers`));
  else findings.push(wrong(`The mail server ${smtp.host}:${smtp.port} doesn't answer. Check SMTP_URL`));
  if (!providers.unipile)
    findings.push(careful("UNIPILE_DSN isn't set, so Google and Microsoft accounts can't be connected"));
  return findings;
}

function reaches(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: WAIT_MS });
    const end = (does: boolean) => {
      socket.destroy();
      resolve(does);
    };
    socket.once("connect", () => end(true));
    socket.once("timeout", () => end(false));
    socket.once("error", () => end(false));
  });
}

type Said = { ok?: boolean; troubles?: string[]; warnings?: string[] };

async function host({ hostname, port }: Settings): Promise<Finding | Finding[]> {
  const at = /^(0\.0\.0\.0|::)$/.test(hostname) ? "127.0.0.1" : hostname;
  const origin = `http://${at.includes(":") ? `[${at}]` : at}:${port}`;
  try {
    const answer = await fetch(`${origin}/readyz`, { signal: abortAfter(WAIT_MS) });
    const said = (await answer.json().catch(() => null)) as Said | null;
    if (!said || !Array.isArray(said.troubles))
      return wrong(`Another program answers at ${origin}. Choose another API_PORT`);
    const others = (said.warnings ?? []).map((warning) => careful(`The host at ${origin}: ${warning}`));
    if (said.ok) return [well(`The host at ${origin} is ready`), ...others];
    return said.troubles.map((trouble) => wrong(`The host at ${origin}: ${trouble}`));
  } catch {
    return careful(`No host answers at ${origin}. It isn't running, or it uses another address`);
  }
}

async function backups(settings: Settings, env: Env): Promise<Finding | Finding[]> {
  let known: ReturnType<typeof backupSettings>;
  try {
    known = backupSettings(settings, env);
  } catch (error) {
    return wrong((error as Error).message);
  }
  const { folder, id, at, isOff, isSealed } = known;
  if (isOff) return careful("BACKUP_AT is off, so there are no nightly backups");
  if (!folder || !at)
    return careful("BACKUP_DIR isn't set. With Postgres, one host needs it for nightly backups");
  const findings: Finding[] = [];
  const [newest] = existsSync(folder) ? await keptIn(folder, id) : [];
  const age = newest ? settings.clock().getTime() - Date.parse(newest.madeAt) : Number.POSITIVE_INFINITY;
  if (!newest) findings.push(careful(`There is no backup in ${folder} yet`));
  else if (age > 2 * DAY_MS)
    findings.push(wrong(`The newest backup in ${folder} is ${Math.floor(age / DAY_MS)} days old`));
  else
    findings.push(
      well(`The newest backup was made at ${newest.madeAt.slice(0, 16).replace("T", " ")} UTC, in ${folder}`),
    );
  if (!isSealed)
    findings.push(
      careful(
        "BACKUP_PASSPHRASE isn't set. Backups contain the host's key and need the same protection as the data",
      ),
    );
  return findings;
}
