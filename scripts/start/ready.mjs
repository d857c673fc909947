import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";

const UNSURE = "  Could not check whether there is an owner. If there is none, run `npm run org`.";

export async function printReady(wanted, firstLink = readFirstLink) {
  console.log(`\n  Loupe is ready: ${wanted.origin}`);
  if (wanted.apiUrl) console.log(`  API host: ${wanted.apiUrl}`);
  else console.log(await wayIn(wanted, firstLink).catch(() => UNSURE));
  console.log(`  Logs: ${path.relative("", wanted.dataDir) || "."}/*.log   Stop: Ctrl+C\n`);
}

async function wayIn({ local, dataDir }, firstLink) {
  const demo = await fetch(`${local.host}/api/v1/authentication/demo`);
  const { email, password } = await demo.json();
  if (email) return `  Demo sign-in: ${email} / ${password}`;
  const link = await firstLink(dataDir);
  if (!link) return "  Sign in there.";
  return `  This installation has no owner yet. The person who opens this link within 7 days becomes the owner:\n  ${link}`;
}

async function readFirstLink(dataDir) {
  const env = { ...process.env, DATA_DIR: dataDir };
  const cli = await promisify(execFile)(process.execPath, ["server/cli/main.ts", "firstOwner"], { env });
  return cli.stdout.trim();
}
