import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { PICTURES, pictureFile } from "./pictures.ts";

const GUIDE = "docs/guide";
const read = (file: string) => readFileSync(file, "utf8");
const pages = readdirSync(GUIDE).filter((name) => name.endsWith(".md"));
const files = [...pages.map((name) => join(GUIDE, name)), "README.md"];
const made = PICTURES.map(({ name }) => pictureFile(name)).sort();

test("shows every picture that npm run guide takes", () => {
  const shown = files.flatMap((file) =>
    [...read(file).matchAll(/(?:!\[[^\]]*\]\(|src=")([^)"]+)/g)].map(([, target = ""]) =>
      file === "README.md" ? target : join(GUIDE, target),
    ),
  );
  expect([...new Set(shown)].sort()).toEqual(made);
  expect(readdirSync(`${GUIDE}/pictures`).map((name) => `${GUIDE}/pictures/${name}`)).toEqual(made);
  const bytes = made.map((file) => statSync(file).size);
  expect(Math.max(...bytes)).toBeLessThan(120_000);
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_500_000);
});

test("names only labels of the screens", () => {
  const sentences = new Set(read("docs/sentences.txt").split("\n"));
  const labels = pages.flatMap((page) =>
    [...read(join(GUIDE, page)).matchAll(/\*\*([^*]+)\*\*/g)].map(([, label = ""]) => ({ page, label })),
  );
  expect(labels.length).toBeGreaterThan(100);
  expect(labels.filter(({ label }) => !sentences.has(`- ${label}`))).toEqual([]);
});

test("links every page", () => {
  const linked = [...read(`${GUIDE}/README.md`).matchAll(/\]\(([\w-]+\.md)\)/g)].map(([, page]) => page);
  expect(linked.sort()).toEqual(pages.filter((page) => page !== "README.md").sort());
});
