// Reads the recipes below "How to add" in ARCHITECTURE.md.

const TITLE = /^\*\*(.+?)\*\*(.*)$/;
const MOST_FILES = /\bat most (\d+) files/;

/**
 * Title, the most production files it may touch (Infinity if it doesn't say), and the text of each step.
 * @returns {{ title: string, most: number, steps: string[] }[]}
 */
export function checklistsOf(architecture) {
  const [, chapter = ""] = architecture.split(/^## How to add$/m);
  const lists = [];
  for (const line of chapter.split(/^## /m)[0].split("\n")) {
    const title = TITLE.exec(line);
    const steps = lists.at(-1)?.steps;
    if (title)
      lists.push({ title: title[1], most: Number(MOST_FILES.exec(title[2])?.[1] ?? Infinity), steps: [] });
    else if (line.startsWith("- [ ] ")) steps?.push(line.slice(6));
    else if (line.startsWith("      ") && steps?.length) steps.push(`${steps.pop()} ${line.trim()}`);
  }
  return lists;
}

/** By path, by a folder (`lib/contract/`), or by its bare name. */
export function isNamed(file, step) {
  const names = [...step.matchAll(/`([^`]+)`/g)].map(([, name]) => name);
  return names.some(
    (name) => name === file || (name.endsWith("/") && file.startsWith(name)) || file.endsWith(`/${name}`),
  );
}
