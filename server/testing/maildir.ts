import { execFileSync } from "node:child_process";
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

let written = 0;

type Stored = { raw: string | Buffer; at: Date };

export function fillMaildir(folder: string, mails: Stored[]): void {
  for (const part of ["cur", "new", "tmp"]) mkdirSync(join(folder, part), { recursive: true });
  for (const { raw, at } of mails) {
    const file = join(folder, "cur", `${Math.floor(+at / 1000)}.M${++written}P1.test:2,S`);
    writeFileSync(file, raw);
    utimesSync(file, at, at);
  }
  execFileSync("chown", ["-R", "mail:mail", folder]);
}

export function rawMail(headers: Record<string, string>, body = "Hello"): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [...lines, "", body, ""].join("\r\n");
}
