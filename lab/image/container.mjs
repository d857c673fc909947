import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { requirePrograms } from "./need.mjs";

// Runs containers with crun, as Docker and Podman do, and adds network, host names and volumes. Without
// cgroups, because a machine that is itself a container may have none.
const NAMESPACES = ["pid", "ipc", "uts", "mount"].map((type) => ({ type }));
const DEVICES = [
  { destination: "/proc", type: "proc", source: "proc" },
  { destination: "/dev", type: "tmpfs", source: "tmpfs", options: ["nosuid", "mode=755", "size=65536k"] },
  { destination: "/dev/shm", type: "tmpfs", source: "shm", options: ["nosuid", "noexec", "mode=1777"] },
];

/**
 * @param {{ name: string, rootfs: string, config: object, service: object, net: object, scratch: string,
 * more?: object[] }} what
 */
export function container({ name, rootfs, config, service, net, scratch, more = [] }) {
  const bundle = path.join(scratch, "bundles", name);
  fs.mkdirSync(bundle, { recursive: true });
  const [uid = 0, gid = 0] = String(config.User ?? "")
    .split(":")
    .map(Number);
  const env = [
    ...(config.Env ?? []),
    ...Object.entries(service.environment ?? {}).map(([key, value]) => `${key}=${value}`),
  ];
  const spec = {
    ociVersion: "1.0.2",
    hostname: name,
    root: { path: rootfs, readonly: service.read_only === true },
    process: {
      user: { uid, gid },
      cwd: config.WorkingDir || "/",
      env,
      args: [...(config.Entrypoint ?? []), ...(service.command ?? config.Cmd ?? [])],
      noNewPrivileges: true,
      capabilities: capabilitiesOf(service),
    },
    mounts: [
      ...DEVICES,
      ...(service.tmpfs ?? []).map((at) => ({
        destination: at,
        type: "tmpfs",
        source: "tmpfs",
        options: ["nosuid", "nodev", "mode=1777"],
      })),
      ...(service.volumes ?? []).map((text) => volume(text, rootfs, scratch)),
      { destination: "/etc/hosts", type: "bind", source: net.hosts, options: ["bind", "ro"] },
      ...more,
    ],
    linux: { namespaces: [...NAMESPACES, { type: "network", path: net.path }] },
  };
  fs.writeFileSync(path.join(bundle, "config.json"), JSON.stringify(spec));
  const pidFile = path.join(bundle, "pid");
  let child;
  let ended;

  return {
    name,
    log: path.join(bundle, "log"),
    start() {
      fs.rmSync(pidFile, { force: true });
      const log = fs.openSync(path.join(bundle, "log"), "a");
      const state = path.join(scratch, "state");
      // crun requires cgroups v2 to be mounted, but doesn't use them here.
      const script = 'mount -t cgroup2 none /sys/fs/cgroup 2>/dev/null; exec crun "$@"';
      const args = [
        "--root",
        state,
        "--cgroup-manager=disabled",
        "run",
        "--pid-file",
        pidFile,
        "-b",
        bundle,
        name,
      ];
      child = spawn("unshare", ["-m", "sh", "-c", script, "crun", ...args], { stdio: ["ignore", log, log] });
      fs.closeSync(log);
      ended = once(child, "exit").then(([code]) => code);
    },
    ended: () => ended,
    async stop(grace = 20) {
      if (!child || child.exitCode !== null) return child?.exitCode;
      signal("SIGTERM");
      const late = Symbol();
      const code = await Promise.race([ended, sleep(grace * 1000, late, { ref: false })]);
      if (code !== late) return code;
      signal("SIGKILL");
      return ended;
    },
    exec(...args) {
      const enter = [
        "-t",
        String(pid()),
        "-m",
        "-p",
        "-n",
        "-i",
        "-u",
        "-r",
        "-w",
        "-S",
        String(uid),
        "-G",
        String(gid),
      ];
      const run = spawnSync("nsenter", [...enter, "env", "-i", ...env, ...args], { encoding: "utf8" });
      if (run.status !== 0) throw new Error(`${args.join(" ")}: ${run.stderr || run.stdout || run.error}`);
      return run.stdout.trim();
    },
    async healthy(seconds = 120) {
      const test = config.Healthcheck.Test.slice(1);
      for (const until = Date.now() + seconds * 1000; ; ) {
        if (child.exitCode !== null)
          throw new Error(`${name} ended:\n${fs.readFileSync(this.log, "utf8").slice(-3000)}`);
        try {
          return void this.exec(...test);
        } catch (error) {
          if (Date.now() > until) throw error;
          await sleep(200);
        }
      }
    },
  };

  function pid() {
    return Number(fs.readFileSync(pidFile, "utf8"));
  }

  function signal(which) {
    try {
      process.kill(pid(), which);
    } catch (error) {
      if (error.code !== "ESRCH") throw error;
    }
  }
}

function capabilitiesOf({ cap_drop: drop }) {
  const kept = drop?.includes("ALL") ? [] : ["CAP_NET_BIND_SERVICE", "CAP_DAC_OVERRIDE", "CAP_CHOWN"];
  return { bounding: kept, effective: kept, permitted: kept };
}

/** An empty volume takes its owner from the image's folder, as in Docker. */
function volume(text, rootfs, scratch) {
  const [from, destination, mode = "rw"] = text.split(":");
  const isFile = from.startsWith(".");
  const source = isFile ? path.resolve(from) : path.join(scratch, "volumes", from);
  if (!isFile && !fs.existsSync(source)) {
    fs.mkdirSync(source, { recursive: true });
    const like = fs.statSync(path.join(rootfs, destination), { throwIfNoEntry: false });
    if (like) {
      fs.chownSync(source, like.uid, like.gid);
      fs.chmodSync(source, like.mode & 0o777);
    }
  }
  return { destination, type: "bind", source, options: ["rbind", mode] };
}

export function needPrograms() {
  requirePrograms("crun", "buildah", "ip", "unshare", "nsenter", "caddy");
  if (process.getuid?.() !== 0) throw new Error("This needs root to run containers.");
}
