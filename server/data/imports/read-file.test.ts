import { rawWorkbook, workbook, zip } from "#server/testing/workbook.ts";
import { encodingOf, readFile } from "./read-file.ts";

const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(text, "utf16le");
  return isBig ? bytes.swap16() : bytes;
};
const PEOPLE = "Name;E-Mail\nJosé Peña;jose@example.com\n";

test.each<[string, Uint8Array, string]>([
  ["UTF-8", Buffer.from(PEOPLE), "utf-8"],
  ["UTF-8 with its mark", Buffer.from(`\uFEFF${PEOPLE}`), "utf-8"],
  ["windows-1252", Buffer.from(PEOPLE, "latin1"), "windows-1252"],
  ["UTF-16 with its mark", utf16(`\uFEFF${PEOPLE}`), "utf-16le"],
  ["UTF-16, the other way round", utf16(`\uFEFF${PEOPLE}`, true), "utf-16be"],
  ["UTF-16 without a mark", utf16(PEOPLE), "utf-16le"],
])("reads a file in %s", (_, bytes, encoding) => {
  expect(encodingOf(bytes)).toBe(encoding);
  expect(readFile(bytes, null)).toMatchObject({
    encoding,
    headers: ["Name", "E-Mail"],
    rows: [{ number: 2, cells: ["José Peña", "jose@example.com"] }],
  });
});

test.each([",", ";", "\t", "|"])("detects the separator %j", (separator) => {
  const text = `a${separator}b\n"1${separator}2"${separator}3\n`;
  expect(readFile(Buffer.from(text), null).rows).toEqual([{ number: 2, cells: [`1${separator}2`, "3"] }]);
});

test.each<[string, string | Uint8Array, string | RegExp]>([
  ["nothing", " \n,\n", "This file is empty."],
  ["names alone", "Name,Email\n", "This file has no rows below the column names."],
  ["an open quotation", 'a,b\n"c,d\n', "A quotation mark in row 2 is never closed."],
  ["a picture", Buffer.alloc(9_000), /CSV, Excel/],
  ["a broken workbook", Buffer.from("PK\u0003\u0004broken"), /can't be read/],
  ["another zip", zip({ "a.txt": "Hello" }), /can't be read/],
  ["no card", "BEGIN:VCARD\nFN:x\n", /contains no contacts/],
])("explains why it refuses a file with %s", (_, content, problem) => {
  expect(() => readFile(Buffer.from(content), null)).toThrow(problem);
});

test("reads a workbook's first sheet without formulas", () => {
  const bytes = workbook([
    ["Name", "Date", "Total", "Paid", "Phone"],
    ["José & Peña", { date: 45_616 }, 1240.5, { date: 45_616.64 }, 14155550132],
    [],
    [{ text: "Zoë" }, null, { formula: "SUM(A1)", value: 12.100000000000001 }],
  ]);
  expect(readFile(bytes, null)).toMatchObject({
    encoding: null,
    headers: ["Name", "Date", "Total", "Paid", "Phone"],
    rows: [
      { number: 2, cells: ["José & Peña", "2024-11-20", "1240.5", "2024-11-20 15:22", "14155550132"] },
      { number: 4, cells: ["Zoë", "", "12.1"] },
    ],
  });
});

const cellsOf = (...file: Parameters<typeof rawWorkbook>) => {
  const { headers, rows } = readFile(rawWorkbook(...file), null);
  return [headers, ...rows.map(({ cells }) => cells)];
};
const HEAD = '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c></row>';

test("lists other sheets of a workbook as left out", () => {
  const row = `<row><c t="inlineStr"><is><t>Name</t></is></c></row>`;
  const sheets = [row.repeat(2), row.repeat(40), null, ""];
  expect(readFile(rawWorkbook({ sheets }), null).above).toEqual(["Sheet “s2”"]);
});

test("reads the first visible sheet, and cells without positions", () => {
  const shown = `<row><c t="inlineStr"><is><t>Name</t></is></c><c t="str"><v>Total</v></c></row><row><c/><c><v>2</v></c></row>`;
  expect(cellsOf({ sheets: [null, shown, HEAD] })).toEqual([
    ["Name", "Total"],
    ["", "2"],
  ]);
});

test.each([
  ['<workbookPr date1904="1"/>', 44_154],
  ['<workbookPr date1904="true"/>', 44_154],
  ['<workbookPr date1904="false"/>', 45_616],
])("counts days from the workbook's first day: %s", (properties, day) => {
  const row = `<row r="2"><c r="A2" s="2"><v>${day}</v></c><c r="B2" s="1"><v>${day + 0.64}</v></c></row>`;
  expect(cellsOf({ sheets: [HEAD + row], properties })[1]).toEqual(["2024-11-20", "2024-11-20 15:22"]);
});

test.each([
  ["[$-407]d. mmmm yyyy;@", "2024-11-20"],
  ["[$USD] #,##0.00 &quot;paid&quot;", "45616"],
  ["0 &quot;days&quot;", "45616"],
])("reads a number as a date if its format %s shows one", (format, cell) => {
  expect(
    cellsOf({ sheets: [`${HEAD}<row r="2"><c r="A2" s="1"><v>45616</v></c></row>`], format })[1],
  ).toEqual([cell]);
});

test.each([
  ["4155550177", "4155550177"],
  ["20241120", "20241120"],
  ["2958466", "2958466"],
  ["2958465", "9999-12-31"],
  ["2958465.99999", "2958465.99999"],
  ["-5", "-5"],
  ["-0.5", "-0.5"],
  ["0.25", "06:00"],
  ["1", "1900-01-01"],
  ["1e300", "1e+300"],
])("keeps a number that is no valid date despite its format: %s", (number, cell) => {
  const row = `<row r="2"><c r="A2" s="2"><v>${number}</v></c><c r="B2" s="2"><v>45616</v></c></row>`;
  expect(cellsOf({ sheets: [null, HEAD + row] })[1]).toEqual([cell, "2024-11-20"]);
});

test("reads rich texts, escapes, errors, booleans and dates", () => {
  const strings =
    "<si><r><t>Jo</t></r><r><t>sé &amp; &#80;</t></r></si><si><t>日本</t><rPh><t>にほん</t></rPh></si><si><t>a_x0009_b_x005F_x0009_</t></si>";
  const cells = [
    't="s"><v>0</v>',
    't="s"><v>1</v>',
    't="s"><v>2</v>',
    't="str"><f>x</f><v><![CDATA[<hi>]]></v>',
  ];
  const more = [
    't="e"><v>#DIV/0!</v>',
    't="b"><v>1</v>',
    't="d"><v>2024-01-02</v>',
    's="1"><v>0.5</v>',
    "><v>x</v>",
  ];
  const row = [...cells, ...more].map((cell) => `<c ${cell}</c>`).join("");
  expect(cellsOf({ sheets: [`${HEAD}<row>${row}</row>`], strings })[1]).toEqual([
    ...["José & P", "日本", "a\tb_x0009_", "<hi>", "", "TRUE", "2024-01-02", "12:00"],
  ]);
});

test.each<[string, Parameters<typeof rawWorkbook>[0]]>([
  [
    "a truncated sheet",
    { sheets: [HEAD], files: { "xl/worksheets/s1.xml": `<worksheet><sheetData>${HEAD}<row` } },
  ],
  ["no sheet", { sheets: [] }],
  [
    "rows at impossible positions",
    { sheets: [`${HEAD}<row r="99999999"><c r="A99999999"><v>1</v></c></row>`] },
  ],
  ["missing texts", { sheets: [`${HEAD}<row r="2"><c r="A2" t="s"><v>7</v></c></row>`] }],
])("explains why it refuses a workbook with %s", (_, file) => {
  expect(() => readFile(rawWorkbook(file), null)).toThrow(
    "This workbook can't be read. Save it as CSV and try again.",
  );
});

test("refuses a workbook that would unpack too large", () => {
  const bytes = rawWorkbook({ sheets: [HEAD], files: { "xl/sharedStrings.xml": Buffer.alloc(210_000_000) } });
  expect(() => readFile(bytes, null)).toThrow(/too large when unpacked/);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(210_000_000);
  for (let at = bytes.indexOf(size); at >= 0; at = bytes.indexOf(size)) bytes.writeUInt32LE(10, at);
  const before = process.memoryUsage().rss;
  expect(() => readFile(bytes, null)).toThrow();
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000);
});

test("limits uncompressed parts and parts without an end", () => {
  const bytes = rawWorkbook({ sheets: [`${HEAD}<row r="2"><c r="A2"><v>1</v></c></row>`] });
  const end = bytes.length - 22;
  const directory = bytes.readUInt32LE(end + 16);
  const padding = 1_000_000;
  const pointing = (count: number, size: number) => {
    const name = "xl/styles.xml";
    const entries = Array.from({ length: count }, () => {
      const entry = Buffer.alloc(46 + name.length);
      entry.writeUInt32LE(0x02014b50, 0);
      // Stored at this size, but the directory claims zero bytes.
      entry.writeUInt32LE(size, 20);
      entry.writeUInt16LE(name.length, 28);
      entry.write(name, 46);
      return entry;
    });
    const list = Buffer.concat([bytes.subarray(directory, end), ...entries]);
    const last = Buffer.from(bytes.subarray(end));
    const total = last.readUInt16LE(10) + count;
    last.writeUInt16LE(total, 8);
    last.writeUInt16LE(total, 10);
    last.writeUInt32LE(list.length, 12);
    last.writeUInt32LE(directory + padding, 16);
    return Buffer.concat([bytes.subarray(0, directory), Buffer.alloc(padding), list, last]);
  };
  expect(readFile(pointing(20, padding), null).headers).toEqual(["Name"]);
  for (const [count, size] of [
    [250, padding],
    [6_000, 0],
  ] as const) {
    expect(() => readFile(pointing(count, size), null)).toThrow(/too large when unpacked/);
  }
});

test("reads vCards of every version", () => {
  const cards = [
    "BEGIN:VCARD\r\nVERSION:2.1\r\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:Pe=C3=B1a;Jos=C3=A9\r\nTEL;HOME:030 123\r\nTEL;CELL:+49 170 1234567\r\nNOTE;ENCODING=QUOTED-PRINTABLE:two=0D=0A=\r\nlines\r\nEND:VCARD",
    "BEGIN:VCARD\nVERSION:3.0\nFN:Zoë Frost\nN:Frost;Zoë;;;\nitem1.EMAIL;TYPE=INTERNET:zoe@exa\n mple.com\nBDAY:1968-03-14\nPHOTO;ENCODING=b:AAAA\n AAAA\nADR;TYPE=HOME:;;1 High St\\, Flat 2;London;;N1;UK\nEND:VCARD",
    "BEGIN:VCARD\nVERSION:4.0\nFN:Cher\nTEL;VALUE=uri:tel:+1-415-555-0132\nBDAY:19460520\nEND:VCARD",
  ];
  const { headers, rows } = readFile(Buffer.from(cards.join("\n")), null);
  expect(headers).toEqual([
    "First name",
    "Last name",
    "Name",
    "Email",
    "Phone number",
    "More emails and numbers",
    "Birthday",
    "Address",
    "Note",
    "Photo",
  ]);
  expect(rows.map(({ cells }) => cells)).toEqual([
    ["José", "Peña", "", "", "+49 170 1234567", "HOME: 030 123", "", "", "two\r\nlines", ""],
    [
      "Zoë",
      "Frost",
      "",
      "zoe@example.com",
      "",
      "",
      "1968-03-14",
      "1 High St, Flat 2, London, N1, UK",
      "",
      "A photo",
    ],
    ["", "", "Cher", "", "+1-415-555-0132", "", "1946-05-20", "", "", ""],
  ]);
});

test("reads 100 kB cells, split emoji and NULs", () => {
  const text = `__proto__,constructor,a\n${"x".repeat(11_999)}😀${"x".repeat(90_000)},a\0b,\uD83D\n`;
  const { headers, rows } = readFile(Buffer.from(text), null);
  expect(headers).toEqual(["__proto__", "constructor", "a"]);
  expect(rows[0]?.cells.map((cell) => cell.length)).toEqual([11_999, 2, 1]);
  expect(rows[0]?.cells[0]?.isWellFormed()).toBe(true);
});

test("drops empty columns of a wide file", () => {
  const wide = (filled: number) => {
    const headers = Array.from({ length: 260 }, (_, i) => `Property ${i}`);
    return Buffer.from(`${headers.join()}\n${headers.map((_, i) => (i < filled ? "x" : "")).join()}\n`);
  };
  expect(readFile(wide(150), null).headers).toHaveLength(150);
  expect(() => readFile(wide(201), null)).toThrow("This file has more than 200 columns with entries.");
  const cell = '<c r="GS2" t="inlineStr"><is><t>x</t></is></c>';
  const sheet = { sheets: [`${HEAD}<row r="2">${cell}</row>`] };
  expect(() => readFile(rawWorkbook(sheet), null)).toThrow("more than 200 columns with entries");
});

test("adds a column for a late wide row", () => {
  const lines = Array.from({ length: 1_200 }, (_, i) => (i === 1_100 ? "Zoë,1,2" : "Zoë,1"));
  expect(readFile(Buffer.from(`Name,Age\n${lines.join("\n")}\n`), null).headers).toEqual([
    "Name",
    "Age",
    "Extra cell 3",
  ]);
});

test.each([
  ["macintosh", "J\x9arg,Kr\x9fger"],
  ["windows-1252", "C\x9cur,Du\x9aan"],
  ["windows-1252", "J\xf6rg,Kr\xfcger"],
  ["windows-1252", "O\x92Neil,Finch"],
])("reads %s", (encoding, name) => {
  const table = readFile(Buffer.from(`First name,Last name\n${name}\n`, "latin1"), null);
  expect(table.encoding).toBe(encoding);
  if (name.startsWith("J")) expect(table.rows[0]?.cells).toEqual(["Jörg", "Krüger"]);
});
