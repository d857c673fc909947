import { readCsv } from "./read-csv.ts";
import { plainCell, writeCsv } from "./write-csv.ts";

test.each([
  ["Amara", "Amara"],
  ["Okafor, Amara", '"Okafor, Amara"'],
  ['Zoë "Zo" Frost', '"Zoë ""Zo"" Frost"'],
  ["two\nlines", '"two\nlines"'],
  ["a;b", '"a;b"'],
  [" edges ", '" edges "'],
  ["", ""],
  ["=1+1", "'=1+1"],
  ["+44 20 7946 0018", "'+44 20 7946 0018"],
  ["-2", "'-2"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", '"\'\t=1"'],
  ["\r=1", '"\'\r=1"'],
  ["'quoted'", "'quoted'"],
  ["1240.50", "1240.50"],
])("%j is written as %j", (text, written) => {
  expect(writeCsv([[text, "end"]])).toBe(`\uFEFF${written},end\r\n`);
});

test("what was written reads the same again", () => {
  const rows = [
    ["First Name", "Phone Number", "Note"],
    ["Zoë", "+44 20 7946 0018", 'a "quoted", line\r\nand =another'],
    ["=cmd|' /C calc'!A0", "-", "'t is so"],
  ];
  const read = readCsv(writeCsv(rows)).rows.map((row) => row.map(plainCell));
  // The last line ends too.
  expect(read).toEqual([...rows, [""]]);
});
