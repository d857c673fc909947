import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { secureFolder } from "./data-folder.ts";

const root = mkdtempSync(join(tmpdir(), "own-folder-"));
const before = process.umask();
afterEach(() => process.umask(before));
afterAll(() => rmSync(root, { recursive: true }));

const mode = (...path: string[]) => (statSync(join(root, ...path)).mode & 0o777).toString(8);

test("only the owner can access a new data folder", () => {
  secureFolder(join(root, "new", "data"));
  expect([mode("new"), mode("new", "data")]).toEqual(["700", "700"]);
  writeFileSync(join(root, "new/data/host.log"), "");
  expect(mode("new/data/host.log")).toBe("600");
});

test("restricts an existing folder and Loupe's files in it", () => {
  mkdirSync(join(root, "old/db"), { recursive: true });
  for (const name of ["secret", "host-secret", "host.log", "web.log.1", "host.sock"])
    writeFileSync(join(root, "old", name), "");
  for (const name of ["old", "old/db"]) chmodSync(join(root, name), 0o755);
  chmodSync(join(root, "old/secret"), 0o644);
  secureFolder(join(root, "old"));
  expect([mode("old"), mode("old/db")]).toEqual(["700", "700"]);
  for (const name of ["secret", "host-secret", "host.log", "web.log.1", "host.sock"])
    expect(mode("old", name)).toBe("600");
  writeFileSync(join(root, "old/notes.txt"), "");
  expect(() => secureFolder(join(root, "old"))).not.toThrow();
});

test("refuses a folder with other programs' files", () => {
  mkdirSync(join(root, "shared"));
  writeFileSync(join(root, "shared/somebody's"), "");
  chmodSync(join(root, "shared"), 0o755);
  const folder = join(root, "shared");
  expect(() => secureFolder(folder)).toThrow(`chmod 700 ${folder}`);
  expect(mode("shared")).toBe("755");
});
