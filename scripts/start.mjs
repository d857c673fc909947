// Starts the web app and, unless API_URL is set, the host.
// node scripts/start.mjs [dev]
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import "./env.mjs";
import { root, say, toSentence } from "./setup/run.mjs";
import { keepRunning } from "./start/keep-running.mjs";
import { checkPort } from "./start/ports.mjs";
import { printReady } from "./start/ready.mjs";
import { formerSecret, ownSecret } from "./start/secret.mjs";
import { settings } from "./start/settings.mjs";

const dev = process.argv[2] === "dev";
const running = [];
let stopping = false;

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stopAll(0));

// Logs and secrets are private. The host does the same for the data folder and its older files.
process.umask(0o077);

try {
  process.chdir(root);
  await startAll(settings(process.env));
} catch (error) {
  await stopAll(1, toSentence(error));
}

async function startAll(wanted) {
  const { dataDir, apiUrl, local } = wanted;
  const command = dev ? "npm run dev" : "npm start";
  await checkPort("PORT", wanted.port, wanted.host, command);
  if (!apiUrl) await checkPort("API_PORT", wanted.apiPort, wanted.host, command);
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
  await printReady(wanted);
}

function database({ embedded, dataDir }) {
  if (!embedded) return "DATABASE_URL";
  const first = fs.existsSync(path.join(dataDir, "db")) ? "" : "; created at the first start";
  return `embedded database in ${path.relative("", dataDir) || "."}${first}`;
}

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

/** The web app first, because its last requests need the host. A second signal kills both at once. */
async function stopAll(code, why) {
  if (stopping && code === 0) for (const part of running) part.kill();
  if (stopping) return;
  stopping = true;
  if (why) console.error("\n%s", why);
  let status = code;
  for (const part of running) {
    if (await part.stop()) continue;
    console.error(`${part.name} did not stop in time and was killed.`);
    status = 1;
  }
  process.exit(status);
}
