import { bodyOf } from "./received.ts";

test("reads the text of HTML in capital letters without styles", () => {
  const textOf = (html: string) => bodyOf("", html, [], false).text;
  const html =
    "<HTML><HEAD><TITLE>Re</TITLE><STYLE>p { color: red }</STYLE></HEAD><BODY><SCRIPT>x</SCRIPT><P>Hello<P>Bo</BODY>";
  expect(textOf(html)).toBe("Hello\nBo");
  expect(textOf(html.toLowerCase())).toBe("hello\nbo");
  expect(textOf("<head><p>Hello")).toBe("Hello");
});
