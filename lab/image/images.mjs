import fs from "node:fs";
import path from "node:path";
import { root } from "#scripts/setup/run.mjs";
import { run } from "./need.mjs";

const BASE = "localhost/loupe-base";
const DOCKERFILE = fs.readFileSync(path.join(root, "Dockerfile"), "utf8");
const NODE = /^FROM (\S+) AS base$/m.exec(DOCKERFILE)[1];

/** buildah with its own image store, which is kept so later builds reuse layers. */
export function images(folder) {
  const own = ["--root", path.join(folder, "store"), "--runroot", path.join(folder, "run")];
  // npm opens many files, and buildah's default limit is low.
  const most = run("sh", ["-c", "ulimit -Hn"]);
  const files = most === "unlimited" ? "nofile=65536:65536" : `nofile=${most}:${most}`;
  const buildah = (...args) => run("buildah", [...own, ...args], { cwd: root });
  const build = (...args) =>
    buildah("bud", "--isolation", "chroot", "--format", "docker", "--layers", "--ulimit", files, ...args);

  return {
    build(chosenBase) {
      const base = chosenBase ?? baseOf();
      const file = path.join(folder, "Dockerfile");
      fs.mkdirSync(folder, { recursive: true });
      fs.writeFileSync(file, DOCKERFILE.replace(NODE, base));
      build("-f", file, "-t", "localhost/loupe", ".");
      return base === BASE
        ? `${base} (Debian by mmdebstrap with this machine's Node, because no registry was reachable)`
        : base;
    },
    open(name) {
      const rootfs = buildah("mount", buildah("from", name));
      const { config } = JSON.parse(buildah("inspect", "--type", "image", name)).Docker;
      return { rootfs, config };
    },
    close: () => buildah("rm", "--all"),
    base: BASE,
  };

  function baseOf() {
    try {
      buildah("pull", "-q", NODE);
      return NODE;
    } catch {
      ensureBase();
      return BASE;
    }
  }

  function ensureBase() {
    if (buildah("images", "-q", "--filter", `reference=${BASE}`)) return;
    const context = path.join(folder, "base");
    fs.mkdirSync(context, { recursive: true });
    const debian = ["--variant=minbase", "--include=ca-certificates", "bookworm"];
    run("mmdebstrap", [...debian, path.join(context, "rootfs.tar"), "http://deb.debian.org/debian"]);
    fs.copyFileSync(process.execPath, path.join(context, "node"));
    const npm = fs.realpathSync(run("sh", ["-c", "command -v npm"]));
    fs.cpSync(path.resolve(npm, "../.."), path.join(context, "npm"), { recursive: true });
    // The machine may reach the registry only through a proxy with its own CA.
    fs.copyFileSync("/etc/ssl/certs/ca-certificates.crt", path.join(context, "ca-certificates.crt"));
    fs.writeFileSync(path.join(context, "Dockerfile"), BASE_FILE);
    build("-t", BASE, context);
  }
}

const BASE_FILE = `FROM scratch
ADD rootfs.tar /
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
COPY ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && mkdir -p /usr/local/etc \\
  && echo cafile=/etc/ssl/certs/ca-certificates.crt > /usr/local/etc/npmrc
`;
