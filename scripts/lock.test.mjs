import fs from "node:fs";

const text = fs.readFileSync("package-lock.json", "utf8");
const { packages } = JSON.parse(text);
const root = JSON.parse(fs.readFileSync("package.json", "utf8"));

/** Older versions have security advisories. */
const MINIMUM = {
  next: "16.3.3",
  react: "19.2.6",
  "react-dom": "19.2.6",
  "next-auth": "4.24.15",
  hono: "4.13.5",
  "drizzle-orm": "0.45.2",
  nodemailer: "9.1.1",
  dompurify: "3.4.7",
};

function atLeast(version, minimum) {
  return version.localeCompare(minimum, "en", { numeric: true }) >= 0;
}

test("the lock contains no download addresses", () => {
  expect(text.match(/"resolved":.*/g)).toBeNull();
});

test.each(Object.entries(MINIMUM))("every copy of %s is at least %s", (name, minimum) => {
  const copies = Object.entries(packages).filter(([where]) => where.endsWith(`node_modules/${name}`));
  if (name in root.dependencies) expect(copies).not.toEqual([]);
  expect(copies.filter(([, { version }]) => !atLeast(version, minimum))).toEqual([]);
});

test("pins every dependency exactly, as in the lock", () => {
  for (const kind of ["dependencies", "devDependencies"]) {
    expect(packages[""][kind]).toEqual(root[kind]);
    for (const version of Object.values(root[kind])) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  }
});

test("the lock contains all machines' platform packages (npm run lock)", () => {
  const names = new Set(
    Object.keys(packages).map((where) => where.slice(where.lastIndexOf("node_modules/") + 13)),
  );
  const optional = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
  expect(optional.filter((name) => !names.has(name))).toEqual([]);
});
