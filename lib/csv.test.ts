import { plainCell, readCsv, writeCsv } from "./csv.ts";

test.each([
  ["commas", "a,b\r\n1,2"],
  ["semicolons", "a;b\n1;2"],
  ["tabs", "a\tb\n1\t2"],
  ["bars", "a|b\n1|2"],
  ["old line ends", "a,b\r1,2"],
  ["its mark", "\uFEFFa,b\n1,2"],
])("reads cells from a text with %s", (_, text) => {
  expect(readCsv(text)).toEqual({
    rows: [
      ["a", "b"],
      ["1", "2"],
    ],
  });
});

test("keeps separators, quotation marks and line breaks in quoted cells", () => {
  const { rows } = readCsv('name,note\n"Okafor, Amara","says ""hi""\nand goes"\n');
  expect(rows[1]).toEqual(["Okafor, Amara", 'says "hi"\nand goes']);
});

test("keeps the quotation marks of a cell that continues after them", () => {
  expect(readCsv('name,mail\n"Bill" Smith,b@example.com\n"Okafor, Amara",a@example.com').rows).toEqual([
    ["name", "mail"],
    ['"Bill" Smith', "b@example.com"],
    ["Okafor, Amara", "a@example.com"],
  ]);
});

test("numbers rows as a spreadsheet does", () => {
  expect(readCsv("a,b\n\n1,2").rows).toEqual([["a", "b"], [""], ["1", "2"]]);
  expect(readCsv("sep=;\r\na;b,c\r\n1;2").rows).toEqual([[], ["a", "b,c"], ["1", "2"]]);
});

test("reports an unclosed quotation mark", () => {
  expect(readCsv('a,b\n1,2\n"3,4\n5,6').unclosed).toBe(3);
});

test("treats everything in a file as text", () => {
  expect(readCsv("__proto__,constructor\n=1+1,<script>").rows).toEqual([
    ["__proto__", "constructor"],
    ["=1+1", "<script>"],
  ]);
});

test.each([
  ["Amara", "Amara"],
  ["Okafor, Amara", '"Okafor, Amara"'],
  ['Zoë "Zo" Frost', '"Zoë ""Zo"" Frost"'],
  ["two\nlines", '"two\nlines"'],
  ["a;b", '"a;b"'],
  [" edges ", '" edges "'],
  ["", ""],
  ["=1+1", '"\'=1+1"'],
  ["+44 20 7946 0018", `"'+44 20 7946 0018"`],
  ["-2", `"'-2"`],
  ["@SUM(A1)", `"'@SUM(A1)"`],
  ["\t=1", '"\'\t=1"'],
  ["\r=1", '"\'\r=1"'],
  ["\n=1", '"\'\n=1"'],
  ["＝1+1", '"\'＝1+1"'],
  ["'quoted'", "'quoted'"],
  ["1240.50", "1240.50"],
])("writes %j as %j", (text, written) => {
  expect(writeCsv([[text, "end"]])).toBe(`\uFEFF${written},end\r\n`);
});

test("keeps negative numbers as numbers", () => {
  expect(writeCsv([[-30.1, "-30.10"]])).toBe(`\uFEFF-30.1,"'-30.10"\r\n`);
});

test("reads what it wrote", () => {
  const rows = [
    ["First Name", "Phone Number", "Note"],
    ["Zoë", "+44 20 7946 0018", 'a "quoted", line\r\nand =another'],
    ["=cmd|' /C calc'!A0", "-", "'t is so"],
  ];
  const read = readCsv(writeCsv(rows)).rows.map((row) => row.map(plainCell));
  expect(read).toEqual([...rows, [""]]);
});

test.each(["=1+1", "'=1+1", "''=1", "+49 170", "-5", "@x", "\t=1", "'", "plain", "'quoted'"])(
  "restores an exported cell: %j",
  (cell) => {
    expect(readCsv(writeCsv([["a", cell]])).rows[0]?.map(plainCell)).toEqual(["a", cell]);
  },
);

test.each([
  ["a,b\n1,x\ry\n2,z", ["a,b", "1,x\ry", "2,z"]],
  ["a,b\n1,x\r2,y\n3,z", ["a,b", "1,x", "2,y", "3,z"]],
])("splits %j at a lone carriage return only into whole rows", (text, rows) => {
  expect(readCsv(text).rows.map((cells) => cells.join(","))).toEqual(rows);
});
