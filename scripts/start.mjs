// The product with one command: the web app and, unless API_URL names another, the reference host beside it.
// node scripts/start.mjs [dev]
import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import "./env.mjs";
import { inWords, root, say } from "./setup/run.mjs";
import { keepRunning } from "./start/keep-running.mjs";
import { needPort } from "./start/ports.mjs";
import { formerSecret, ownSecret } from "./start/secret.mjs";
import { settings } from "./start/settings.mjs";

const dev = process.argv[2] === "dev";
const running = [];
let stopping = false;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stopAll(0));

// Logs and secrets are their owner's alone; the host sees to the folder itself, and to what stood in it before.
process.umask(0o077);

try {
  process.chdir(root);
  await startAll(settings(process.env));
} catch (error) {
  await stopAll(1, inWords(error));
}

async function startAll(wanted) {
  const { dataDir, apiUrl, local } = wanted;
  const command = dev ? "npm run dev" : "npm start";
  await needPort("PORT", wanted.port, wanted.host, command);
  if (!apiUrl) await needPort("API_PORT", wanted.apiPort, wanted.host, command);
  fs.mkdirSync(dataDir, { recursive: true, mode: 0o700 });

  if (!apiUrl) {
    say(`starting the API host (${database(wanted)})`);
    const host = {
      name: "The API host",
      args: [...(dev ? ["--watch", "--watch-preserve-output"] : []), "server/main.ts"],
      env: {
        HOST: wanted.host,
        API_PORT: String(wanted.apiPort),
        PORT: String(wanted.port),
        DATA_DIR: dataDir,
        WEB_URL: process.env.WEB_URL || wanted.origin,
      },
      log: path.join(dataDir, "host.log"),
    };
    await begin(host, `${local.host}/health`);
  }

  say("starting the web app");
  const web = {
    name: "The web app",
    args: [
      ...["http-limits", ...(dev ? [] : ["in-order"])].flatMap((name) => [
        "--import",
        pathToFileURL(path.join(import.meta.dirname, `start/${name}.mjs`)).href,
      ]),
      "node_modules/next/dist/bin/next",
      dev ? "dev" : "start",
      "-p",
      String(wanted.port),
      "-H",
      wanted.host,
    ],
    env: {
      NEXT_TELEMETRY_DISABLED: "1",
      API_URL: apiUrl ?? local.host,
      ...sessionSecrets(dataDir),
      ...(wanted.trustHost ? { AUTH_TRUST_HOST: "true" } : { NEXTAUTH_URL: wanted.origin }),
    },
    log: dev ? undefined : path.join(dataDir, "web.log"),
  };
  await begin(web, `${local.web}/login`);
  await tell(wanted);
}

/** The product runs on where the host cannot be asked. */
async function tellFirstLink(dataDir) {
  try {
    const { stdout } = await promisify(execFile)(process.execPath, ["server/cli/main.ts", "firstOwner"], {
      env: { ...process.env, DATA_DIR: dataDir },
    });
    const link = stdout.trim();
    if (link)
      console.log(
        `  Nobody is here yet. Whoever opens this link within 7 days becomes the owner:\n  ${link}`,
      );
  } catch {
    console.log(
      "  Whether somebody is here yet could not be asked of the host. If nobody is: stop it, run `npm run org`, start it again.",
    );
  }
}

function database({ embedded, dataDir }) {
  if (!embedded) return "DATABASE_URL";
  const first = fs.existsSync(path.join(dataDir, "db")) ? "" : "; the first start makes it";
  return `embedded database in ${path.relative("", dataDir) || "."}${first}`;
}

/** The environment's, else those of the data folder. */
function sessionSecrets(dataDir) {
  if (process.env.NEXTAUTH_SECRET) return {};
  const former = process.env.NEXTAUTH_SECRET_ALSO || formerSecret(dataDir);
  return { NEXTAUTH_SECRET: ownSecret(dataDir), ...(former && { NEXTAUTH_SECRET_ALSO: former }) };
}

async function begin(what, url) {
  const part = keepRunning(what, url, { report: console.error });
  running.unshift(part);
  await part.ready;
}

/** Web first, then the host that its last requests need. Asked twice, it waits for nobody. */
async function stopAll(code, why) {
  if (stopping && code === 0) for (const part of running) part.kill();
  if (stopping) return;
  stopping = true;
  if (why) console.error("\n%s", why);
  let status = code;
  for (const part of running) {
    if (await part.stop()) continue;
    console.error(`${part.name} did not end in time and was killed.`);
    status = 1;
  }
  process.exit(status);
}

async function tell({ origin, apiUrl, embedded, local, dataDir }) {
  console.log(`\n  Loupe is ready: ${origin}`);
  if (apiUrl) console.log(`  API host: ${apiUrl}`);
  if (embedded) {
    const demo = await fetch(`${local.host}/api/v1/authentication/demo`).then((answer) => answer.json());
    if (demo.email) console.log(`  Demo sign-in: ${demo.email} / ${demo.password}`);
    await tellFirstLink(dataDir);
  }
  console.log(`  Logs: ${path.relative("", dataDir) || "."}/*.log   Stop: Ctrl+C\n`);
}
