import { createHash } from "node:crypto";
import { chmodSync, existsSync, lstatSync, mkdirSync, realpathSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { databaseFailure, hasCode } from "#server/platform/db/errors.ts";
import { HttpError } from "#server/platform/errors.ts";
import { type Command, commands, type On } from "./commands.ts";

const MAX_BYTES = 10_000;
/** The shortest limit of all systems for a socket path. */
const MAX_PATH_LENGTH = 100;
const isWindows = process.platform === "win32";

/** Anyone who connects may run commands, so it is in the data folder, or a private temporary one. Null if not ours. */
function socketOf(dataDir: string): string | null {
  const folder = existsSync(dataDir) ? realpathSync(dataDir) : resolve(dataDir);
  const name = `loupe-${createHash("sha256").update(folder).digest("hex").slice(0, 16)}`;
  if (isWindows) return `\\\\.\\pipe\\${name}`;
  const path = join(folder, "host.sock");
  if (Buffer.byteLength(path) <= MAX_PATH_LENGTH) return path;
  const own = join(tmpdir(), name);
  mkdirSync(own, { mode: 0o700, recursive: true });
  const { uid, mode } = lstatSync(own);
  return uid === process.getuid?.() && (mode & 0o170077) === 0o040000 ? join(own, "host.sock") : null;
}

/** Runs commands for other processes while this host has the embedded database open. Returns how to stop. */
export async function serveCommands(dataDir: string, on: On): Promise<() => void> {
  const path = socketOf(dataDir);
  if (!path) return () => {};
  // Left by a killed host. The folder's lock proves that no other host runs.
  if (!isWindows) rmSync(path, { force: true });
  const server = createServer(async (asked, answer) => {
    try {
      if (Number(asked.headers["content-length"] ?? MAX_BYTES) >= MAX_BYTES) throw new Error("too long");
      const { command, given } = JSON.parse(await text(asked)) as { command: Command; given: never };
      if (!Object.hasOwn(commands, command)) throw new Error("unknown");
      answer.end(JSON.stringify({ sentence: await commands[command](on, given) }));
    } catch (error) {
      answer.statusCode = error instanceof HttpError ? error.status : 500;
      answer.end(JSON.stringify({ message: error instanceof Error ? error.message : String(error) }));
    }
  });
  await new Promise<void>((done) => {
    server.once("error", () => done());
    server.listen(path, () => {
      if (!isWindows) chmodSync(path, 0o600);
      done();
    });
  });
  server.unref();
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

/** Null if no host can be reached. Throws the host's error. */
export async function askHost(dataDir: string, command: Command, given: unknown): Promise<string | null> {
  const socketPath = socketOf(dataDir);
  if (!socketPath) return null;
  const body = JSON.stringify({ command, given });
  const answer = await new Promise<{ status: number; body: string } | null>((done) => {
    const headers = { "content-length": Buffer.byteLength(body) };
    const asking = request({ socketPath, method: "POST", headers }, async (response) =>
      done({ status: response.statusCode ?? 500, body: await text(response) }),
    );
    asking.on("error", () => done(null));
    asking.end(body);
  });
  if (!answer) return null;
  const { sentence, message } = JSON.parse(answer.body) as { sentence?: string; message?: string };
  if (sentence === undefined) throw new HttpError(answer.status, message ?? "The host refused");
  return sentence;
}

export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ("code" in error && error.code === "EADDRINUSE" && "port" in error) {
    return `Port ${error.port} is taken. Set API_PORT to a free one.`;
  }
  if (hasCode(error, "42501"))
    return `The database user lacks a right: ${innermost(error).message}. Run \`npm run doctor\`.`;
  if (databaseFailure(error)?.status === 503) return `The database can't be opened: ${error.message}.`;
  return error.message;
}

function innermost(error: Error): Error {
  return error.cause instanceof Error ? innermost(error.cause) : error;
}
