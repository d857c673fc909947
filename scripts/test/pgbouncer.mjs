import { spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { freePorts } from "../start/ports.mjs";
import { unprivileged } from "./postgres.mjs";

const PROGRAM = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer"].find(fs.existsSync);

/**
 * PgBouncer in transaction mode in front of `server`. So few sessions that transactions change them often,
 * but more than one store's writes may hold (three). Null if PgBouncer is not installed.
 * @returns {Promise<{ url: string, pid: number, stop(): Promise<void> } | null>}
 */
export async function startTemporaryPooler(scratch, server, sessions = 4) {
  if (!PROGRAM) return null;
  const { hostname, port, username, password, pathname } = new URL(server);
  fs.chmodSync(scratch, 0o755);
  const [own] = await freePorts(1);
  const folder = fs.mkdtempSync(path.join(scratch, "pgbouncer-"));
  const file = path.join(folder, "pgbouncer.ini");
  fs.writeFileSync(
    file,
    `[databases]
* = host=${hostname} port=${port || 5432} user=${username}${password && ` password=${password}`}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${sessions}
max_client_conn = 1000
logfile = ${path.join(folder, "log")}
`,
    { mode: 0o600 },
  );
  const user = unprivileged();
  if (user) for (const each of [folder, file]) fs.chownSync(each, user.uid, user.gid);
  const child = spawn(PROGRAM, ["-q", file], { stdio: "ignore", ...user });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  while (!(await answers(own))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer did not start: ${path.join(folder, "log")}`);
    await pause(20);
  }
  return {
    url: `postgres://${username}@127.0.0.1:${own}${pathname}`,
    pid: child.pid,
    stop: async () => {
      child.kill("SIGINT");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
