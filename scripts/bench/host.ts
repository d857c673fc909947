import { join } from "node:path";
import { type Figures, get, measure } from "./load.ts";
import { begin, type Program } from "./program.ts";
import { OWNER, TERMS, type Where } from "./store.ts";
import { printTable, ratio } from "./table.ts";

const QUERIES = {
  "list, first page": "",
  ...Object.fromEntries(Object.entries(TERMS).map(([kind, term]) => [`search, ${kind}`, term])),
};

export async function startHost(where: Where): Promise<Program> {
  const env = { DATA_DIR: where.dataDir, DATABASE_URL: where.databaseUrl ?? "", HOST: "127.0.0.1" };
  return begin(
    "The host",
    join(where.dataDir, "host.log"),
    () => ["server/main.ts"],
    (port) => ({ ...env, API_PORT: port }),
    "/health",
  );
}

/** The bearer of the demo store's owner. */
export async function signIn(host: Program): Promise<string> {
  const answer = await fetch(`${host.origin}/api/v1/authentication/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(OWNER),
  });
  const { token } = (await answer.json()) as { token: string };
  return token;
}

/** The host's list and search against the floor on the same database. `serverPid`: a Postgres whose CPU counts. */
export async function benchHost(what: string, where: Where, organization: string, serverPid?: number) {
  const database = serverPid ? [serverPid] : [];
  const host = await startHost(where);
  const bearer = { authorization: `Bearer ${await signIn(host)}` };
  const ours = await measureAll((term) => `${host.origin}/api/v1/contacts/?page=1&limit=50${term}`, bearer, [
    ...host.pids,
    ...database,
  ]);
  await host.stop();

  const floor = await begin(
    "The floor",
    join(where.dataDir, "floor.log"),
    () => ["scripts/bench/floor.ts"],
    (port) => ({
      PORT: port,
      DATA_DIR: where.dataDir,
      DATABASE_URL: where.databaseUrl ?? "",
      ORGANIZATION: organization,
    }),
    "/",
  );
  const anchor = await measureAll((term) => `${floor.origin}/?${term}`, {}, [...floor.pids, ...database]);
  await floor.stop();

  printTable(
    `Host on ${what}, 100,000 contacts, against one prepared statement behind node:http (ms per request)`,
    ["", "rows", "CPU", "floor", "", "p50", "floor", "", "p95", "floor", ""],
    Object.keys(QUERIES).map((name, i) => [name, ...compare(ours[i], anchor[i])]),
  );
}

type Measured = Figures & { rows: number };

async function measureAll(
  url: (term: string) => string,
  headers: Record<string, string>,
  pids: number[],
): Promise<Measured[]> {
  const all: Measured[] = [];
  for (const term of Object.values(QUERIES)) {
    const address = url(term && `&search=${term}`);
    const rows = (JSON.parse(await get(address, headers)) as unknown[]).length;
    all.push({ ...(await measure(address, headers, pids)), rows });
  }
  return all;
}

function compare(ours: Measured | undefined, floor: Measured | undefined): (string | number)[] {
  if (!ours || !floor) return [];
  if (ours.rows !== floor.rows) return [`${ours.rows}, but the floor answers ${floor.rows}`];
  const pair = (key: keyof Figures) => [ours[key], floor[key], ratio(ours[key], floor[key])];
  return [String(ours.rows), ...pair("cpu"), ...pair("p50"), ...pair("p95")];
}
