import { readFileTable } from "./choose-file.tsx";

const read = (...parts: (string | Uint8Array<ArrayBuffer>)[]) => readFileTable(new File(parts, "people.csv"));

test("a file becomes a table whose rows have the spreadsheet's numbers", async () => {
  expect(await read("Name,Email,\r\n\r\nZoë,zoe@example.com,x\r\n,,\r\nAmara,,\r\n")).toEqual({
    name: "people.csv",
    headers: ["Name", "Email", "Column 3"],
    rows: [
      { number: 3, cells: ["Zoë", "zoe@example.com", "x"] },
      { number: 5, cells: ["Amara", "", ""] },
    ],
  });
});

test("a file may begin with its first person", async () => {
  expect(await read("Zoë,zoe@example.com")).toEqual({
    name: "people.csv",
    headers: ["Column 1", "Column 2"],
    rows: [{ number: 1, cells: ["Zoë", "zoe@example.com"] }],
  });
});

test.each<[string, string | Uint8Array<ArrayBuffer>, string]>([
  ["nothing", "", "“people.csv” is empty."],
  ["blanks", " \n,\n", "“people.csv” is empty."],
  ["names alone", "Name,Email\n", "“people.csv” has no rows below the names of its columns."],
  [
    "a workbook",
    new Uint8Array([0x50, 0x4b, 3, 4, 0, 0]),
    "“people.csv” is no CSV file. Save it as CSV first.",
  ],
  ["an open quotation", 'a,b\n"c,d\n', "A quotation mark in row 2 is never closed."],
  ["too much", "x".repeat(3_000_001), "“people.csv” is larger than 3 MB. Split it into several files."],
  ["too many", "a\n".repeat(20_002), "“people.csv” has 20001 rows; 20000 at a time can be imported."],
])("a file with %s is refused", async (_, content, problem) => {
  expect(await read(content)).toBe(problem);
});
