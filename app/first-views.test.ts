import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const HEAVY = ["zod/mini", "zod", "react-hook-form", "luxon", "lib/api/messages.ts"];
const IMPORT = /^(?:import|export)\s+(?!type\s)([^;"]*?)\s*from\s+"([^"]+)"/gms;
const ONLY_TYPES = /^\{(\s*type [^,}]+,?)*\s*\}$/;

function heavyBelow(entry: string): string[] {
  const files = new Set([entry]);
  const found: string[] = [];
  for (const file of files) {
    if (!existsSync(file)) continue;
    for (const [, names = "", from = ""] of readFileSync(file, "utf8").matchAll(IMPORT)) {
      if (ONLY_TYPES.test(names)) continue;
      const path = from.startsWith(".") ? join(dirname(file), from) : from.replace(/^#/, "");
      if (HEAVY.includes(path)) found.push(`${file} imports ${from}`);
      files.add(path);
    }
  }
  return found;
}

test.each([
  "app/login/login-form.tsx",
  "app/dashboard/contacts/screen.tsx",
  "app/dashboard/contacts/profile/[id]/screen.tsx",
  "app/dashboard/screen.tsx",
  "app/dashboard/appointments/screen.tsx",
  "components/shell/shell.tsx",
])("%s loads its forms later", (entry) => {
  expect(existsSync(entry)).toBe(true);
  expect(heavyBelow(entry)).toEqual([]);
});
