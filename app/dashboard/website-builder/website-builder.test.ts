import { siteUrl } from "./website-builder.tsx";

const BASE = "https://web.example.com/";

test.each([
  ["YknIZlIqVswRiGObohd4", "https://web.example.com/YknIZlIqVswRiGObohd4"],
  ["a-b_C", "https://web.example.com/a-b_C"],
  ["", null],
  ["../login", null],
  ["a/b", null],
  ["a?b", null],
  ["javascript:alert(1)", null],
  ["x".repeat(65), null],
])("builds the page address of %j: %j", (id, url) => expect(siteUrl(BASE, id)).toBe(url));
