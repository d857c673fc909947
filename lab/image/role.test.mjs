import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { root } from "#scripts/setup/run.mjs";
import { postgresPrograms, startTemporaryPostgres } from "#scripts/test/postgres.mjs";
import { openPostgres } from "#server/platform/db/postgres.ts";
import { readServices } from "./compose.mjs";

const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "loupe-role-"));
let cluster = null;
let opened = null;
afterAll(async () => {
  await opened?.close();
  cluster?.stop();
  fs.rmSync(scratch, { recursive: true, force: true });
}, 60_000);

/** Like the container of compose.yaml; null if Postgres is not installed. */
async function begin() {
  cluster = await startTemporaryPostgres(scratch);
  if (!cluster) return null;
  const { environment, volumes } = readServices(path.join(root, "compose.yaml"), {}).db;
  const script = volumes.find((volume) => volume.includes("/docker-entrypoint-initdb.d/")).split(":")[0];
  const { hostname, port, username, password } = new URL(cluster.url);
  const passwordFile = path.join(scratch, "password");
  fs.writeFileSync(passwordFile, "it's a 'secret'");
  const env = {
    ...environment,
    ...{
      PATH: `${postgresPrograms()}:${process.env.PATH}`,
      PGHOST: hostname,
      PGPORT: port,
      PGPASSWORD: password,
    },
    ...{ POSTGRES_USER: username, HOST_PASSWORD_FILE: passwordFile },
  };
  execFileSync("createdb", ["-U", username, environment.POSTGRES_DB], { env });
  execFileSync("sh", [path.join(root, script)], { env });
  const url = new URL(`postgres://loupe@${hostname}:${port}/${environment.POSTGRES_DB}`);
  url.password = encodeURIComponent(fs.readFileSync(passwordFile, "utf8"));
  return url.href;
}

test("the host of compose.yaml uses its database without being superuser", async () => {
  const url = await begin();
  if (!url) return;
  opened = await openPostgres(url);
  const { rows } = await opened.database.system((db) =>
    db.execute(sql`select rolsuper or rolcreaterole or rolcreatedb or rolbypassrls as is_mighty,
      pg_has_role('pg_read_all_data', 'member') or pg_has_role('pg_execute_server_program', 'member') as reads_all
      from pg_roles where rolname = current_user`),
  );
  expect(rows).toEqual([{ is_mighty: false, reads_all: false }]);
  const store = "0195c0de-0000-7000-8000-000000000001";
  await opened.database.system((db) =>
    db.execute(sql`insert into organizations (id, name, timezone) values (${store}, 'Shop', 'UTC')`),
  );
  const own = await opened.database.tenant(store, (db) => db.execute(sql`select name from organizations`));
  expect(own.rows).toEqual([{ name: "Shop" }]);
}, 120_000);
