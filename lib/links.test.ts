import { webLink } from "./links.ts";

test.each([
  ["https://book.example.com/a?b=c", "https://book.example.com/a?b=c"],
  ["http://127.0.0.1:4000/connect/x", "http://127.0.0.1:4000/connect/x"],
  ["javascript:alert(1)", null],
  ["JaVaScRiPt:alert(1)", null],
  ["data:text/html,x", null],
  ["https://user:pw@example.com/", null],
  ["/book/x", null],
  ["//example.com/x", null],
  ["", null],
])("webLink(%j) = %j", (address, expected) => expect(webLink(address)).toBe(expected));
