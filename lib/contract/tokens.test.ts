import { isUnclosed, nearestName, piecesOf, substitute, token, unknownNames } from "./tokens.ts";

const values = { firstName: "Amara", lastName: "Okafor", email: null };
const names = ["firstName", "lastName", "email", "name", "birthday", "phoneNumber"];

test.each([
  ["Dear {{firstName}} {{lastName}},", "Dear Amara Okafor,"],
  ["{{ FIRSTNAME }}{{lastname}}", "AmaraOkafor"],
  ["{{\tfirstName\n}}", "Amara"],
  ["no {token} { {firstName}} here }}", "no {token} { {firstName}} here }}"],
  ["{{{firstName}}}", "{Amara}"],
  ["<{{email}}>", "<>"],
  ["<{{constructor}}{{__proto__}}{{toString}}{{}}{{nobody}}>", "<>"],
  ["", ""],
])("%j becomes %j", (text, filled) => {
  expect(substitute(text, values)).toBe(filled);
});

test("doesn't replace placeholders in values", () => {
  expect(substitute("{{a}}{{b}}", { a: "{{b}}", b: "{{a}}" })).toBe("{{b}}{{a}}");
  expect(substitute("{{a}}b}}", { a: "{{", b: "x" })).toBe("{{b}}");
  expect(substitute("{{a}}", { a: "$& $1 $$" })).toBe("$& $1 $$");
});

test("uses only the given values", () => {
  const inherited = Object.create({ secret: "told" });
  expect(substitute("<{{secret}}>", inherited)).toBe("<>");
});

test.each(["Dear {{firstName}},\n{{ x }}", "{{{{a}}}}", "{{a", "a}}", "{{a{{b}}", ""])(
  "splits %j into pieces that join to the same text",
  (text) => {
    expect(
      piecesOf(text)
        .map((piece) => piece.text)
        .join(""),
    ).toBe(text);
  },
);

// Slower than linear would time out.
test.each(["{{", "{{a", "{", "{{ ", "}}", "{{a}}", `{{${"a".repeat(101)}`])("splits 200 KB of %j", (part) => {
  const text = part.repeat(200_000 / part.length);
  expect(
    piecesOf(text)
      .map((piece) => piece.text)
      .join(""),
  ).toBe(text);
});

test("lists unknown names once, as they are written", () => {
  expect(unknownNames("{{emial}} {{Email}} {{emial}} {{ constructor }} {{}}", names)).toEqual([
    "emial",
    "constructor",
    "",
  ]);
  expect(unknownNames(names.map(token).join(" "), names)).toEqual([]);
});

test.each([
  ["Dear {{firstName}", true],
  ["{{a}} {{b", true],
  ["{{a}} {b} }}", false],
  ["", false],
])("detects unclosed braces in %j: %j", (text, unclosed) => {
  expect(isUnclosed(text)).toBe(unclosed);
});

test.each([
  ["emial", "email"],
  ["first_name", "firstName"],
  ["First Name", "firstName"],
  ["fistname", "firstName"],
  ["contact.firstName", "firstName"],
  ["first", "firstName"],
  ["customerName", "name"],
  ["phone", "phoneNumber"],
  ["birtday", "birthday"],
  ["constructor", undefined],
  ["__proto__", undefined],
  ["", undefined],
])("suggests for %j the name %j", (name, meant) => {
  expect(nearestName(name, names)).toBe(meant);
});
