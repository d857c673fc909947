import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compareFigures, report, saveFigures } from "./figures.ts";

const folder = mkdtempSync(join(tmpdir(), "loupe-figures-"));
let lines: string[] = [];

beforeEach(() => {
  lines = [];
  jest.spyOn(console, "log").mockImplementation((line: string) => void lines.push(...line.split("\n")));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const measured = (samples: number[]) => ({
  name: "elements",
  unit: "",
  samples,
  anchor: { name: "F3", samples: [100, 100, 100] },
  goal: { ratio: 2.5 },
});
const line = (name: string) => lines.find((text) => text.trim().startsWith(name))?.split(/\s{2,}/);

test("prints median, minimum, maximum, anchor and goal", () => {
  report("List", [measured([300, 220, 250])]);
  expect(line("elements")).toEqual(["", "elements", "250 (220–300)", "F3", "100", "× 2.50", "× 2.5"]);
});

test("compares two files, including figures of only one", () => {
  const file = saveFigures("waits", folder);
  expect(file).toMatch(/-waits\.json$/);
  const saved = JSON.parse(readFileSync(file, "utf8"));
  expect(saved.figures[0]).toMatchObject({ heading: "List", ...measured([300, 220, 250]) });
  const write = (name: string, figures: object[]) => {
    writeFileSync(join(folder, name), JSON.stringify({ ...saved, commit: name, figures }));
    return join(folder, name);
  };
  const before = write("a", saved.figures);
  const after = write("b", [
    { heading: "List", ...measured([200, 150, 210]) },
    { heading: "List", name: "heap", unit: "MB", samples: [4] },
  ]);
  compareFigures(before, after);
  expect(line("elements")).toEqual([
    "",
    "elements",
    "250 (220–300)",
    "200 (150–210)",
    "× 0.80",
    "apart",
    "× 2.50",
    "× 2.00",
    "× 2.5",
  ]);
  expect(line("heap")).toEqual(["", "heap", "MB", "-", "4", ""]);
});

test("treats the same figure with two anchors as two figures", () => {
  const [f3, f1] = [measured([300]), { ...measured([300]), anchor: { name: "F1", samples: [200] } }];
  const figures = [f3, f1].map((figure) => ({ heading: "List", ...figure }));
  const file = join(folder, "both");
  writeFileSync(file, JSON.stringify({ commit: "c", date: "", machine: "", figures }));
  compareFigures(file, file);
  const compared = lines.filter((text) => text.trim().startsWith("elements"));
  expect(compared.map((text) => text.split(/\s{2,}/).slice(5, 7))).toEqual([
    ["× 3.00", "× 3.00"],
    ["× 1.50", "× 1.50"],
  ]);
});
