import { serve } from "@hono/node-server";
import { createApp } from "./app.ts";
import { openDatabase } from "./db/open.ts";
import { seedIfEmpty } from "./db/seed.ts";
import { keepTidy, tidy } from "./db/upkeep.ts";
import { log } from "./log.ts";
import { readSettings } from "./settings.ts";

const SHUTDOWN_MS = 4_000;

/** Ends the process with one sentence; a stack would say nothing more to whoever starts the host. */
function refuse(error: unknown): never {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

try {
  await start();
} catch (error) {
  refuse(error);
}

async function start(): Promise<void> {
  const settings = readSettings(process.env);
  const opened = await openDatabase(settings);
  if (opened.embedded && (await seedIfEmpty(opened.database))) await tidy(opened);

  const app = createApp({ ...settings, database: opened.database, log });
  const server = serve({ fetch: app.fetch, port: settings.port, hostname: settings.hostname }, ({ port }) => {
    log("ready", {
      url: `http://${settings.hostname}:${port}`,
      pid: process.pid,
      database: opened.embedded ? settings.dataDir : "postgres",
    });
  });
  const stopTidying = keepTidy(opened, () => log("upkeep failed"));

  server.on("error", async (error: NodeJS.ErrnoException) => {
    await opened.close();
    refuse(
      error.code === "EADDRINUSE"
        ? new Error(`Port ${settings.port} is taken. Set API_PORT to a free one.`)
        : error,
    );
  });

  let stopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, async () => {
      if (stopping) return;
      stopping = true;
      log("stopping", { signal });
      stopTidying();
      // Requests under way are answered; whatever still hangs after four seconds is cut.
      const cut = setTimeout(
        () => "closeAllConnections" in server && server.closeAllConnections(),
        SHUTDOWN_MS,
      );
      await new Promise((closed) => server.close(closed));
      clearTimeout(cut);
      await opened.close();
      process.exit(0);
    });
  }
}
