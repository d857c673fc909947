// Adds optional platform packages that the current registry lacks to package-lock.json. npm omits them, and
// `npm ci` would then fail everywhere ("Missing: … from lock file").
// node scripts/complete-lock.mjs [package-lock.json]
import fs from "node:fs";

const file = process.argv[2] ?? "package-lock.json";
const lock = JSON.parse(fs.readFileSync(file, "utf8"));
const missing = {};

for (const [where, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isFound(where, name)) continue;
    if (!/^\d+\.\d+\.\d+[\w.-]*$/.test(version))
      throw new Error(`${where}: ${name}@${version} is not an exact version`);
    missing[`node_modules/${name}`] = { version, ...platform(name), dev: entry.dev, optional: true };
  }
}

lock.packages = Object.fromEntries(
  Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => (a < b ? -1 : 1)),
);
fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${Object.keys(missing).length} platform packages added to ${file}`);

function isFound(where, name) {
  for (let folder = where; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    if (lock.packages[`${folder ? `${folder}/` : ""}node_modules/${name}`]) return true;
    if (!folder) return false;
  }
}

/** From the package's name, so npm skips packages for other machines. */
function platform(name) {
  const os = /darwin|win32|linux|freebsd|netbsd|openbsd|android|openharmony|sunos|aix/.exec(name)?.[0];
  const cpu = /arm64|x64|ia32|riscv64|ppc64|s390x|loong64|mips64el|wasm32|arm(?=-|$)/.exec(name)?.[0];
  return {
    ...(os && { os: [os] }),
    ...(cpu && { cpu: [cpu] }),
    ...(name.endsWith("musl") && { libc: ["musl"] }),
  };
}
