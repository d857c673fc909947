import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Each is more than 10 kB, and a first view needs none. */
const HEAVY = ["zod/mini", "zod", "react-hook-form", "luxon"];
const IMPORT = /^(?:import|export)\s+(?!type\s)([^;"]*?)\s*from\s+"([^"]+)"/gms;
const ONLY_TYPES = /^\{(\s*type [^,}]+,?)*\s*\}$/;

function heavyBelow(entry: string): string[] {
  const files = new Set([entry]);
  const found: string[] = [];
  for (const file of files) {
    if (!existsSync(file)) continue;
    for (const [, names = "", from = ""] of readFileSync(file, "utf8").matchAll(IMPORT)) {
      if (ONLY_TYPES.test(names)) continue;
      if (HEAVY.includes(from)) found.push(`${file} imports ${from}`);
      if (from.startsWith("#")) files.add(from.slice(1));
      if (from.startsWith(".")) files.add(join(dirname(file), from));
    }
  }
  return found;
}

test.each([
  "app/login/login-form.tsx",
  "app/dashboard/contacts/screen.tsx",
  "app/dashboard/contacts/profile/[id]/screen.tsx",
  "app/dashboard/screen.tsx",
  "components/shell/shell.tsx",
])("%s loads its forms later", (entry) => {
  expect(existsSync(entry)).toBe(true);
  expect(heavyBelow(entry)).toEqual([]);
});
