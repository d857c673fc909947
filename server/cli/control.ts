import { chmodSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { HttpError } from "#server/errors.ts";
import { type Command, commands, type On } from "./commands.ts";

/** In the data folder, which only the machine's user can read: whoever reaches it may do what the commands do. */
const pathIn = (dataDir: string) => join(dataDir, "host.sock");
const MOST_BYTES = 10_000;

/**
 * While the host has the embedded database open, commands ask it to do their work. Answers how to end that. Where there
 * can be no such socket (a path of over a hundred characters), commands say that the host has to be stopped.
 */
export async function serveCommands(dataDir: string, on: On): Promise<() => void> {
  const path = pathIn(dataDir);
  // Left by a host that was killed; the lock of the folder says that no other one runs.
  rmSync(path, { force: true });
  const server = createServer(async (asked, answer) => {
    try {
      if (Number(asked.headers["content-length"] ?? MOST_BYTES) >= MOST_BYTES) throw new Error("too long");
      const { command, given } = JSON.parse(await text(asked)) as { command: Command; given: never };
      if (!Object.hasOwn(commands, command)) throw new Error("unknown");
      answer.end(JSON.stringify({ sentence: await commands[command](on, given) }));
    } catch (error) {
      answer.statusCode = error instanceof HttpError ? error.status : 500;
      answer.end(JSON.stringify({ message: error instanceof Error ? error.message : String(error) }));
    }
  });
  await new Promise<void>((resolve) => {
    server.once("error", () => resolve());
    server.listen(path, () => {
      chmodSync(path, 0o600);
      resolve();
    });
  });
  server.unref();
  return () => {
    server.close();
    server.closeAllConnections();
  };
}

/** The running host's answer to a command; null where none can be asked. Throws what it refused. */
export async function askHost(dataDir: string, command: Command, given: unknown): Promise<string | null> {
  const body = JSON.stringify({ command, given });
  const answer = await new Promise<{ status: number; body: string } | null>((resolve) => {
    const headers = { "content-length": Buffer.byteLength(body) };
    const asking = request({ socketPath: pathIn(dataDir), method: "POST", headers }, async (response) =>
      resolve({ status: response.statusCode ?? 500, body: await text(response) }),
    );
    asking.on("error", () => resolve(null));
    asking.end(body);
  });
  if (!answer) return null;
  const { sentence, message } = JSON.parse(answer.body) as { sentence?: string; message?: string };
  if (sentence === undefined) throw new HttpError(answer.status, message ?? "The host refused");
  return sentence;
}
