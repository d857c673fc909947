// The commands of the image: web, host, health, secrets, and the CLI (org, backup, doctor, …).
// node scripts/image/run.mjs web
import path from "node:path";
import { pathToFileURL } from "node:url";
import { ask } from "./health.mjs";
import { readSecrets, writeSecrets } from "./secrets.mjs";

const app = path.join(import.meta.dirname, "../..");
const [command, ...rest] = process.argv.slice(2);
const commands = { web, host, health, secrets };

process.umask(0o077);
process.chdir(app);
await (commands[command] ?? cli)();

async function web() {
  readSecrets(process.env);
  requireVariable("API_URL", "the origin of the host, like http://host:4000");
  requireVariable("NEXTAUTH_URL", "the public address, like https://crm.example.com");
  requireVariable(
    "NEXTAUTH_SECRET",
    "the key of the session cookie (or NEXTAUTH_SECRET_FILE): openssl rand -base64 32",
  );
  process.env.PORT ||= "3000";
  process.env.HOSTNAME = process.env.HOST;
  await import("#scripts/start/http-limits.mjs");
  await import("#scripts/start/in-order.mjs");
  await import(pathToFileURL(path.join(app, "server.js")).href);
}

async function host() {
  readSecrets(process.env);
  await import("#server/main.ts");
}

async function cli() {
  readSecrets(process.env);
  process.argv.splice(1, process.argv.length, path.join(app, "server/cli/main.ts"), command, ...rest);
  await import("#server/cli/main.ts");
}

async function health() {
  const { PORT = "3000", API_PORT = "4000" } = process.env;
  if (!(await ask([PORT, API_PORT]))) process.exit(1);
}

function secrets() {
  writeSecrets(rest[0] ?? "/secrets");
}

function requireVariable(name, meaning) {
  if (process.env[name]) return;
  console.error(`${name} is not set: ${meaning}.`);
  process.exit(1);
}
