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

test("a value is never filled in again", () => {
  expect(substitute("{{a}}{{b}}", { a: "{{b}}", b: "{{a}}" })).toBe("{{b}}{{a}}");
  expect(substitute("{{a}}b}}", { a: "{{", b: "x" })).toBe("{{b}}");
  expect(substitute("{{a}}", { a: "$& $1 $$" })).toBe("$& $1 $$");
});

test("values come from the given ones alone", () => {
  const inherited = Object.create({ secret: "told" });
  expect(substitute("<{{secret}}>", inherited)).toBe("<>");
});

test.each(["Dear {{firstName}},\n{{ x }}", "{{{{a}}}}", "{{a", "a}}", "{{a{{b}}", ""])(
  "the pieces of %j are the text again",
  (text) => {
    expect(
      piecesOf(text)
        .map((piece) => piece.text)
        .join(""),
    ).toBe(text);
  },
);

// A search that took more than linear time would run into the test's five seconds.
test.each(["{{", "{{a", "{", "{{ ", "}}", "{{a}}", `{{${"a".repeat(101)}`])(
  "200 KB of %j are cut",
  (part) => {
    const text = part.repeat(200_000 / part.length);
    expect(
      piecesOf(text)
        .map((piece) => piece.text)
        .join(""),
    ).toBe(text);
  },
);

test("unknown names are told once each, as they are written", () => {
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
])("whether braces stay open in %j: %j", (text, unclosed) => {
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
])("%j probably means %j", (name, meant) => {
  expect(nearestName(name, names)).toBe(meant);
});
