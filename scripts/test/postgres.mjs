import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { freePorts } from "../start/ports.mjs";

const DEBIAN = "/usr/lib/postgresql";

/**
 * On loopback, without fsync. Null if no server programs are found on PATH or in Debian's folder.
 * @returns {Promise<{ url: string, socketUrl: string, what: string, pid: number, stop(): void } | null>}
 */
export async function startTemporaryPostgres(scratch) {
  const bin = postgresPrograms();
  if (!bin) return null;
  const folder = path.join(scratch, "postgres");
  const password = randomBytes(16).toString("hex");
  fs.chmodSync(scratch, 0o755);
  fs.mkdirSync(folder, { mode: 0o700 });
  fs.writeFileSync(path.join(folder, "password"), password, { mode: 0o600 });
  const user = unprivileged();
  if (user) for (const own of [folder, path.join(folder, "password")]) fs.chownSync(own, user.uid, user.gid);
  const run = (program, ...args) =>
    execFileSync(path.join(bin, program), args, { cwd: folder, encoding: "utf8", stdio: "pipe", ...user });

  // lower() must handle accents.
  const locale = process.platform === "linux" ? ["--locale=C.UTF-8"] : [];
  run(
    "initdb",
    "--pgdata=data",
    "--username=postgres",
    "--auth=scram-sha-256",
    "--pwfile=password",
    "--encoding=UTF8",
    ...locale,
  );
  const [port] = await freePorts(1);
  const options = `-F -p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c full_page_writes=off`;
  run("pg_ctl", "start", "-w", "-D", "data", "-l", "server.log", "-o", options);
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  return {
    url,
    socketUrl: `${url}?host=${encodeURIComponent(folder)}`,
    what: `Postgres ${/\d[\d.]*/.exec(run("postgres", "--version"))?.[0]} (a temporary cluster)`,
    pid: Number.parseInt(fs.readFileSync(path.join(folder, "data/postmaster.pid"), "utf8"), 10),
    stop: () => run("pg_ctl", "stop", "-m", "immediate", "-D", "data"),
  };
}

export function postgresPrograms() {
  const versions = fs.existsSync(DEBIAN) ? fs.readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env.PATH ?? "").split(path.delimiter),
    ...versions.map((version) => path.join(DEBIAN, version, "bin")),
  ];
  const found = folders.find((folder) => fs.existsSync(path.join(folder, "initdb")));
  return found && path.dirname(fs.realpathSync(path.join(found, "initdb")));
}

/** Postgres and PgBouncer refuse root. Undefined if we are not root. */
export function unprivileged() {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag, name) => Number(execFileSync("id", [flag, name], { encoding: "utf8", stdio: "pipe" }));
  for (const name of ["postgres", "nobody"]) {
    try {
      return { uid: id("-u", name), gid: id("-g", name) };
    } catch {
      // This user doesn't exist.
    }
  }
  return undefined;
}
