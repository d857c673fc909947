import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const FOLDER = "server/platform/db/migrations";

type Entry = { tag: string; when: number };

export function migrationLines(folder: string): string[] {
  return journalOf(folder).map(({ tag, when }) => {
    const file = join(folder, `${tag}.sql`);
    const hash = existsSync(file) ? createHash("sha256").update(readFileSync(file)).digest("hex") : "missing";
    return `${hash} ${when} ${tag}`;
  });
}

const releasedLines = (folder: string) =>
  readFileSync(join(folder, "released.txt"), "utf8").trimEnd().split("\n");

export function changedMigrations(folder: string): string[] {
  const now = migrationLines(folder);
  const changed = releasedLines(folder).flatMap((line, i) =>
    line === now[i] ? [] : [`Released: ${line}. Now: ${now[i] ?? "nothing"}.`],
  );
  const entries = journalOf(folder);
  const late = entries.filter(({ when }, i) => i > 0 && when <= (entries[i - 1]?.when ?? 0));
  const unnamed = readdirSync(folder).filter(
    (name) => name.endsWith(".sql") && !entries.some(({ tag }) => name === `${tag}.sql`),
  );
  return [
    ...changed,
    ...late.map(({ tag }) => `${tag} must be newer than the migration before it, or upgrades leave it out.`),
    ...unnamed.map((name) => `The journal doesn't name ${name}.`),
  ];
}

function journalOf(folder: string): Entry[] {
  return JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8")).entries;
}
