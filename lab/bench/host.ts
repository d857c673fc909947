import { cpSync } from "node:fs";
import { join } from "node:path";
import { row } from "#lib/contract/contract.ts";
import { report } from "./figures.ts";
import { type Asked, type Figures, get, inRounds, post } from "./load.ts";
import { begin, type Program } from "./program.ts";
import { OWNER, type Store, type Stores, TERMS, type Where } from "./store.ts";

const PAGE = "/api/v1/contacts/?limit=50&page=";

const QUERIES: Record<string, { term: string; goal?: { ratio: number } }> = {
  "list, first page": { term: "", goal: { ratio: 1.3 } },
  "search, three match": { term: TERMS["three match"], goal: { ratio: 1.4 } },
  "search, nobody matches": { term: TERMS["nobody matches"], goal: { ratio: 1.4 } },
  "search, a tenth match": { term: TERMS["a tenth match"] },
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

/** An embedded database allows only one process, so it gets a copy. */
function startFloor({ dataDir, databaseUrl, organization }: Store): Promise<Program> {
  const copy = join(dataDir, "floor");
  if (!databaseUrl) cpSync(join(dataDir, "db"), join(copy, "db"), { recursive: true });
  return begin(
    "The floor",
    join(dataDir, "floor.log"),
    () => ["lab/bench/floor.ts"],
    (port) => ({ PORT: port, DATA_DIR: copy, DATABASE_URL: databaseUrl ?? "", ORGANIZATION: organization }),
    "/",
  );
}

export async function signIn(host: Program): Promise<string> {
  const { token } = JSON.parse(await post(`${host.origin}/api/v1/authentication/login`, {}, OWNER));
  return token;
}

async function rowsOf(host: Program, serverPid: number | undefined) {
  const headers = { authorization: `Bearer ${await signIn(host)}` };
  const pids = [...host.pids, ...(serverPid ? [serverPid] : [])];
  const read = (path: string) => get(host.origin + path, headers);
  const [contact] = JSON.parse(await read(`${PAGE}1`));
  const [category] = JSON.parse(await read(`/api/v1${row("products.list").path}`));
  const sale = {
    cost: "120.00",
    createdAt: new Date().toISOString(),
    contact: { id: contact.id, name: contact.firstName },
    productCategory: { id: category.id, name: category.name },
  };
  const create = `${host.origin}/api/v1${row("sales.create").path}`;
  return {
    page: (n: number, term = ""): Asked => ({
      ask: () => read(`${PAGE}${n}${term && `&search=${term}`}`),
      pids,
    }),
    sale: { ask: () => post(create, headers, sale), pids } satisfies Asked,
  };
}

export async function benchHost(what: string, { large, small, count, serverPid }: Stores): Promise<void> {
  const programs: Program[] = [];
  const up = async (starting: Promise<Program>) => {
    programs.push(await starting);
    return starting;
  };
  try {
    const floor = await up(startFloor(large));
    const ours = await rowsOf(await up(startHost(large)), serverPid);
    const few = await rowsOf(await up(startHost(small)), serverPid);
    const pids = [...floor.pids, ...(serverPid ? [serverPid] : [])];
    const bare = (query: string): Asked => ({ ask: () => get(`${floor.origin}/?${query}`), pids });

    const asked: Record<string, Asked> = {
      "last page": ours.page(Math.ceil(count / 50)),
      "count(*)": bare("count"),
      sale: ours.sale,
      "few, first page": few.page(1),
      "few, sale": few.sale,
    };
    for (const [name, { term }] of Object.entries(QUERIES)) {
      const pair = [ours.page(1, term), bare(term && `search=${term}`)] as const;
      await requireSameRows(name, ...pair);
      [asked[name], asked[`floor, ${name}`]] = pair;
    }
    const figures = await inRounds(asked);
    const of = (key: keyof Figures, name: string) => (figures[name] ?? []).map((figure) => figure[key]);
    const withAnchor = (key: keyof Figures, name: string, anchor: string, label: string) => ({
      unit: "ms",
      samples: of(key, name),
      anchor: { name: label, samples: of(key, anchor) },
    });
    report(`Host on ${what}, ${count} contacts`, [
      ...Object.entries(QUERIES).map(([name, { goal }]) => ({
        name: `${name}: CPU`,
        ...withAnchor("cpu", name, `floor, ${name}`, "bare"),
        ...(goal && { goal }),
      })),
      ...Object.keys(QUERIES).map((name) => ({
        name: `${name}: p50`,
        ...withAnchor("p50", name, `floor, ${name}`, "bare"),
      })),
      {
        name: "list, first page: p50",
        ...withAnchor("p50", "list, first page", "few, first page", "of 1000"),
        goal: { ratio: 1.3 },
      },
      {
        name: "list, last page: p50",
        ...withAnchor("p50", "last page", "count(*)", "count(*)"),
        goal: { ratio: 2 },
      },
      {
        name: "a sale written: CPU",
        ...withAnchor("cpu", "sale", "few, sale", "of 1000"),
        goal: { ratio: 3 },
      },
      {
        name: "a sale written: p50",
        ...withAnchor("p50", "sale", "few, sale", "of 1000"),
        goal: { ratio: 3 },
      },
    ]);
  } finally {
    for (const program of programs) await program.stop();
  }
}

async function requireSameRows(name: string, ours: Asked, floor: Asked): Promise<void> {
  const [here, there] = [JSON.parse(await ours.ask()).length, JSON.parse(await floor.ask()).length];
  if (here !== there) throw new Error(`${name}: ${here} rows, but the floor returned ${there}`);
}
