import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";

export type Running = { port: number; stop(): Promise<void> };

const RIGHTS = `[root]
user: .+
collection:
permissions: R

[principal]
user: .+
collection: {user}
permissions: RW

[holidays]
user: .+
collection: {user}/holidays
permissions: r

[calendars]
user: .+
collection: {user}/[^/]+
permissions: rw
`;

export type Collection = {
  user: string;
  id: string;
  name: string;
  tag?: string;
  files?: Record<string, string>;
};

/** The shared calendar "holidays" is read-only. */
export async function startRadicale(
  folder: string,
  port: number,
  { users, shelves }: { users: Record<string, string>; shelves: Collection[] },
): Promise<Running> {
  const config = `[server]
hosts = 127.0.0.1:${port}
[auth]
type = htpasswd
htpasswd_filename = ${join(folder, "users")}
htpasswd_encryption = plain
delay = 0
[rights]
type = from_file
file = ${join(folder, "rights")}
[storage]
filesystem_folder = ${join(folder, "data")}
[web]
type = none
[logging]
level = error
`;
  mkdirSync(folder, { recursive: true });
  const logins = Object.entries(users).map(([user, password]) => `${user}:${password}\n`);
  writeFileSync(join(folder, "users"), logins.join(""));
  writeFileSync(join(folder, "rights"), RIGHTS);
  writeFileSync(join(folder, "config"), config);
  for (const { user, id, name, tag = "VCALENDAR", files = {} } of shelves) {
    const shelf = join(folder, "data/collection-root", user, id);
    mkdirSync(shelf, { recursive: true });
    writeFileSync(join(shelf, ".Radicale.props"), JSON.stringify({ tag, "D:displayname": name }));
    for (const [file, text] of Object.entries(files)) writeFileSync(join(shelf, file), text);
  }
  const child = spawn("radicale", ["--config", join(folder, "config")], { stdio: "ignore" });
  await listening(port);
  return { port, stop: () => ended(child) };
}

export async function listening(port: number): Promise<void> {
  for (let tries = 0; ; tries++) {
    const isUp = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1");
      socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
    if (isUp) return;
    if (tries > 300) throw new Error(`Nothing listens at port ${port}`);
    await new Promise((later) => setTimeout(later, 100));
  }
}

export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const exit = new Promise((done) => child.once("exit", done));
  child.kill("SIGTERM");
  await exit;
}
