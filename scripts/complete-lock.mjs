// Adds to package-lock.json the optional platform packages that the registry in use lacks. npm leaves those out
// of the lock, and `npm ci` then refuses it ("Missing: … from lock file") on every machine.
// node scripts/complete-lock.mjs [package-lock.json]
import fs from "node:fs";

const file = process.argv[2] ?? "package-lock.json";
const lock = JSON.parse(fs.readFileSync(file, "utf8"));
const missing = {};

for (const [where, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (found(where, name)) continue;
    if (!/^\d+\.\d+\.\d+[\w.-]*$/.test(version))
      throw new Error(`${where}: ${name}@${version} is no exact version`);
    missing[`node_modules/${name}`] = { version, ...platform(name), dev: entry.dev, optional: true };
  }
}

lock.packages = Object.fromEntries(
  Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => (a < b ? -1 : 1)),
);
fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${Object.keys(missing).length} platform packages added to ${file}`);

/** Node's own look-up: beside the dependant, then in every folder above it. */
function found(where, name) {
  for (let folder = where; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    if (lock.packages[`${folder ? `${folder}/` : ""}node_modules/${name}`]) return true;
    if (!folder) return false;
  }
}

/** os, cpu and libc as such packages spell them in their names, so that npm skips those of other machines. */
function platform(name) {
  const os = /darwin|win32|linux|freebsd|netbsd|openbsd|android|openharmony|sunos|aix/.exec(name)?.[0];
  const cpu = /arm64|x64|ia32|riscv64|ppc64|s390x|loong64|mips64el|wasm32|arm(?=-|$)/.exec(name)?.[0];
  return {
    ...(os && { os: [os] }),
    ...(cpu && { cpu: [cpu] }),
    ...(name.endsWith("musl") && { libc: ["musl"] }),
  };
}
