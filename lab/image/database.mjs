import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { postgresPrograms } from "#scripts/test/postgres.mjs";
import { run } from "./need.mjs";

export function database({ netns, scratch }) {
  const bin = postgresPrograms();
  if (!bin) throw new Error("Postgres is not installed. On Debian: apt-get install postgresql");
  const folder = path.join(scratch, "volumes/db");
  fs.mkdirSync(folder, { recursive: true });
  run("chown", ["postgres", folder]);
  const as = ["--reuid=postgres", "--regid=postgres", "--clear-groups"];
  const secret = (name) => path.join(scratch, "volumes/db-secret", name);
  const asPostgres = (program, ...args) =>
    run("setpriv", [...as, path.join(bin, program), ...args], { cwd: folder });
  asPostgres(
    "initdb",
    "-D",
    "data",
    "-U",
    "postgres",
    "-A",
    "scram-sha-256",
    `--pwfile=${secret("superuser")}`,
    "--locale=C.UTF-8",
    "-E",
    "UTF8",
  );
  fs.appendFileSync(path.join(folder, "data/pg_hba.conf"), "host all all samenet scram-sha-256\n");
  const log = fs.openSync(path.join(scratch, "db.log"), "a");
  const args = ["-D", path.join(folder, "data"), "-k", folder, "-c", "listen_addresses=*"];
  const server = spawn(
    "ip",
    ["netns", "exec", netns, "setpriv", ...as, path.join(bin, "postgres"), ...args],
    {
      stdio: ["ignore", log, log],
      cwd: folder,
    },
  );
  for (let tries = 0; ; tries++) {
    try {
      asPostgres("pg_isready", "-q", "-h", folder);
      break;
    } catch (error) {
      if (tries > 100) throw error;
      run("sleep", ["0.1"]);
    }
  }
  const env = {
    ...process.env,
    PATH: `${bin}:${process.env.PATH}`,
    PGHOST: folder,
    PGPASSWORD: fs.readFileSync(secret("superuser"), "utf8"),
    POSTGRES_USER: "postgres",
    POSTGRES_DB: "loupe",
    HOST_PASSWORD_FILE: secret("password"),
  };
  run("createdb", ["-U", "postgres", "loupe"], { env });
  run("sh", ["deploy/host-role.sh"], { env });
  return () =>
    new Promise((resolve) => {
      server.once("exit", resolve);
      server.kill("SIGINT");
    });
}
