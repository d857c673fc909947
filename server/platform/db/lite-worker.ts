import { parentPort, workerData } from "node:worker_threads";
import { PGlite } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { btree_gist } from "@electric-sql/pglite/contrib/btree_gist";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { answer } from "./lite-engine.ts";

export type Reply = "ready" | ArrayBuffer | { message: string; code?: string | undefined };

const port = parentPort;
if (!port) throw new Error("This file runs in a thread of the host.");
const { folder, settings } = workerData as { folder: string; settings: string[] };

const reply = (error: unknown) => {
  const { message, code } = error as NodeJS.ErrnoException;
  port.postMessage({ message, code } satisfies Reply);
};

try {
  const lite = await PGlite.create({
    dataDir: folder,
    extensions: { btree_gin, btree_gist, pg_trgm },
    startParams: [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ["-c", setting])],
  });
  port.on("message", async (request: Uint8Array | "close") => {
    try {
      if (request !== "close") {
        const response = await answer(lite, request);
        return port.postMessage(response.buffer, [response.buffer]);
      }
      await lite.close().finally(() => process.exit());
    } catch (error) {
      reply(error);
    }
  });
  port.postMessage("ready" satisfies Reply);
} catch (error) {
  reply(error);
}
