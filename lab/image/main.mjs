// Runs compose.yaml with two web apps and two hosts, from an empty machine to a signed-in user. Buildah builds,
// crun runs, Postgres is the machine's.
// npm run image [-- --base IMAGE] [--rate 50] [--built] [--keep]
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { root, say } from "#scripts/setup/run.mjs";
import { client } from "./client.mjs";
import { readServices } from "./compose.mjs";
import { container, needPrograms } from "./container.mjs";
import { database } from "./database.mjs";
import { images } from "./images.mjs";
import { load } from "./load.mjs";
import { network } from "./network.mjs";

const SITE = "localhost";
const OWNER = { firstName: "Priya", lastName: "Raman", email: "priya@example.com", password: "Moonstone-7" };
const OWN = ["host", "host-2", "web", "web-2"];

const PROBE = `
const fs = require("node:fs");
const tried = (file) => { try { fs.writeFileSync(file, ""); return "written"; } catch (error) { return error.code; } };
console.log(JSON.stringify({ uid: process.getuid(), root: tried("/app/x"), tmp: tried("/tmp/x") }));
`;

const { values } = parseArgs({
  options: {
    base: { type: "string" },
    rate: { type: "string", default: "50" },
    keep: { type: "boolean" },
    built: { type: "boolean" },
  },
});
process.chdir(root);
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "loupe-image-"));
const ends = [];
let code = 1;
try {
  needPrograms();
  fs.chmodSync(scratch, 0o755);
  await tryAll();
  code = 0;
} catch (error) {
  console.error(error);
} finally {
  for (const end of ends.reverse())
    await Promise.resolve(end()).catch((error) => console.error(error.message));
  if (values.keep) say(`logs are kept in ${scratch}/bundles`);
  else fs.rmSync(scratch, { recursive: true, force: true });
}
process.exit(code);

async function tryAll() {
  const store = images(path.join(os.tmpdir(), "loupe-images"));
  const begun = Date.now();
  if (!values.built) say(`built on ${store.build(values.base)}`);
  ends.push(store.close);
  const image = store.open("localhost/loupe");
  say(`that took ${seconds(begun)}; it adds ${megabytes(path.join(image.rootfs, "app"))} MB to its base`);

  const services = readServices("compose.yaml", { SITE });
  const net = network(Object.keys(services), scratch);
  ends.push(net.close);
  const make = (name, from = image, more = []) => {
    const made = container({ name, ...from, service: services[name], net: net.netOf(name), scratch, more });
    ends.push(() => made.stop());
    return made;
  };

  const secrets = make("secrets");
  secrets.start();
  if ((await secrets.ended()) !== 0) throw new Error(fs.readFileSync(secrets.log, "utf8"));
  ends.push(database({ netns: net.nameOf("db"), scratch }));
  const own = Object.fromEntries(OWN.map((name) => [name, make(name)]));
  for (const one of Object.values(own)) one.start();
  const caddy = make("caddy", caddyImage(), caddyFiles());
  caddy.start();
  for (const one of Object.values(own)) await one.healthy();
  say(`web, web-2, host and host-2 are healthy after ${seconds(begun)}`);

  const ca = await rootCertificate();
  const browser = client({ address: net.addressOf("caddy"), site: SITE, ca });
  ends.push(browser.close);
  await signInFromScratch(own.host, browser, net.ownAddress);
  checkContainers(own);
  await roll(own, browser);
}

function caddyImage() {
  const store = images(path.join(os.tmpdir(), "loupe-images"));
  const { rootfs } = store.open(store.base);
  const Env = ["PATH=/usr/bin:/bin", "XDG_DATA_HOME=/data", "XDG_CONFIG_HOME=/tmp"];
  const Cmd = ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"];
  return { rootfs, config: { Env, Cmd } };
}

function caddyFiles() {
  return [{ destination: "/usr/bin/caddy", type: "bind", source: "/usr/bin/caddy", options: ["bind", "ro"] }];
}

async function rootCertificate() {
  const file = path.join(scratch, "volumes/caddy/caddy/pki/authorities/local/root.crt");
  for (let i = 0; !fs.existsSync(file); i++) {
    if (i > 100) throw new Error("Caddy created no certificate authority");
    await sleep(100);
  }
  return fs.readFileSync(file, "utf8");
}

async function signInFromScratch(host, browser, ownAddress) {
  const link = host.exec("node", "scripts/image/run.mjs", "firstOwner");
  const { origin, searchParams } = new URL(link);
  if (origin !== `https://${SITE}`) throw new Error(`The first owner's link leads to ${origin}`);
  const body = { ...OWNER, organizationName: "Marlow & Finch", token: searchParams.get("token") };
  const { status, text } = await browser.ask("POST", "/api/v1/authentication/registerOwner", { body });
  if (status !== 200) throw new Error(`Registration answered ${status}: ${text}`);
  const signed = await browser.signIn(OWNER.email, OWNER.password);
  if (signed.status !== 200) throw new Error(`Sign-in answered ${signed.status}: ${signed.text}`);
  const me = await browser.ask("GET", "/api/v1/users/me");
  const { firstName, role, organizationName } = JSON.parse(me.text);
  const [{ address }] = JSON.parse((await browser.ask("GET", "/api/v1/devices")).text);
  if (address !== ownAddress) throw new Error(`The host sees ${ownAddress} as ${address}`);
  say(`signed in over https: ${firstName}, ${role} of ${organizationName}, from ${address}`);
}

function checkContainers(own) {
  for (const one of Object.values(own)) {
    const output = one.exec("node", "-e", PROBE);
    if (output !== '{"uid":10001,"root":"EROFS","tmp":"written"}') throw new Error(`${one.name}: ${output}`);
  }
  say("no container runs as root or can write to its root file system");
  const command = (...args) => own.host.exec("node", "scripts/image/run.mjs", ...args);
  // It correctly warns that localhost can't be reached from outside.
  const output = own.host.exec("sh", "-c", "node scripts/image/run.mjs doctor || true");
  for (const line of output.split("\n").filter(Boolean)) console.log(`  ${line}`);
  command("backup", "/backups/tried.tgz");
  say(`backup: ${command("backup", "verify", "/backups/tried.tgz")}`);
}

async function roll(own, browser) {
  const rate = Number(values.rate);
  const burden = load(browser, rate);
  await sleep(5_000);
  for (const one of Object.values(own)) {
    const begun = Date.now();
    const ended = await one.stop();
    if (ended !== 0) throw new Error(`${one.name} exited with ${ended}`);
    const stopped = seconds(begun);
    one.start();
    await one.healthy();
    say(`${one.name} stopped after ${stopped} and was healthy again after ${seconds(begun)}`);
    await sleep(3_000);
  }
  const { count, failed, confirmed, perSecond, p50, p95, longest } = await burden.stop();
  const { text } = await browser.ask("GET", "/api/v1/contacts/basic");
  const there = new Set(JSON.parse(text).map(({ id }) => id));
  const lost = confirmed.filter((id) => !there.has(id));
  for (const [why, times] of tally(failed)) console.log(`  ${times} × ${why}`);
  say(
    `p50 ${p50} ms, p95 ${p95} ms, longest ${longest} ms; ${confirmed.length} contacts were confirmed, ${lost.length} of them lost; ${there.size} exist`,
  );
  say(
    `${count} requests at ${perSecond.toFixed(1)} per second while all four were restarted: ${failed.length} failed`,
  );
  if (failed.length > 0 || lost.length > 0 || there.size !== confirmed.length)
    throw new Error("Requests were lost.");
}

function tally(lines) {
  const times = new Map();
  for (const line of lines) times.set(line, (times.get(line) ?? 0) + 1);
  return [...times].slice(0, 20);
}

function megabytes(folder) {
  let bytes = 0;
  for (const file of fs.readdirSync(folder, { recursive: true }))
    bytes += fs.lstatSync(path.join(folder, file)).size;
  return Math.round(bytes / 1e6);
}

function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}
