import fs from "node:fs";
import path from "node:path";
import { run } from "./need.mjs";

const BRIDGE = "loupe0";
const NET = "10.77.0";

export function network(names, scratch) {
  close();
  run("ip", ["link", "add", BRIDGE, "type", "bridge"]);
  run("ip", ["addr", "add", `${NET}.1/24`, "dev", BRIDGE]);
  run("ip", ["link", "set", BRIDGE, "up"]);
  const hosts = path.join(scratch, "hosts");
  const addressOf = (name) => `${NET}.${names.indexOf(name) + 2}`;
  fs.writeFileSync(
    hosts,
    ["127.0.0.1 localhost", ...names.map((name) => `${addressOf(name)} ${name}`), ""].join("\n"),
  );
  names.forEach((name, i) => {
    const ns = nameOf(name);
    run("ip", ["netns", "add", ns]);
    run("ip", ["link", "add", `loupe-v${i}`, "type", "veth", "peer", "name", "eth0", "netns", ns]);
    run("ip", ["link", "set", `loupe-v${i}`, "master", BRIDGE, "up"]);
    const within = (...args) => run("ip", ["-n", ns, ...args]);
    within("addr", "add", `${addressOf(name)}/24`, "dev", "eth0");
    within("link", "set", "lo", "up");
    within("link", "set", "eth0", "up");
  });
  return {
    ownAddress: `${NET}.1`,
    addressOf,
    nameOf,
    netOf: (name) => ({ hosts, path: `/var/run/netns/${nameOf(name)}` }),
    close,
  };

  function close() {
    for (const name of names) quietly("ip", ["netns", "del", nameOf(name)]);
    quietly("ip", ["link", "del", BRIDGE]);
  }
}

function nameOf(name) {
  return `loupe-${name}`;
}

function quietly(...command) {
  try {
    run(...command);
  } catch {}
}
