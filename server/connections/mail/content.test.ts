import fc from "fast-check";
import { placeholderNames } from "#lib/contract/placeholders.ts";
import { renderMail } from "./content.ts";

const values = { firstName: "Amara", lastName: "O’Brien <b>", storeName: "Marlow & Finch" };
const render = (content: string, subject = "Hi") => renderMail({ subject, content }, values);

test("fills in placeholders in the text and in paragraphs", () => {
  expect(render("Dear {{firstName}},\r\n \t\r\nsee you,\r\n{{storeName}}\n", "For {{FirstName}}")).toEqual({
    subject: "For Amara",
    text: "Dear Amara,\n \t\nsee you,\nMarlow & Finch",
    html: "<p>Dear Amara,</p>\n<p>see you,<br>Marlow &amp; Finch</p>",
  });
});

test("escapes all values exactly once", () => {
  expect(render(`<script>"{{lastName}}" & 'x' &amp;`).html).toBe(
    "<p>&lt;script&gt;&quot;O’Brien &lt;b&gt;&quot; &amp; &#39;x&#39; &amp;amp;</p>",
  );
});

test.each([
  ["https://example.com/a?b=1&c=2.", "https://example.com/a?b=1&amp;c=2", "."],
  ["HTTP://EXAMPLE.COM!", "HTTP://EXAMPLE.COM", "!"],
  ["https://example.com/x)", "https://example.com/x", ")"],
])("%s becomes a link", (text, url, rest) => {
  expect(render(`(${text}`).html).toBe(`<p>(<a href="${url}">${url}</a>${rest}</p>`);
});

test.each(["javascript:alert(1)", "data:text/html,x", "ftp://example.com", "//example.com", "http://"])(
  "%s doesn't become a link",
  (text) => {
    expect(render(text).html).toBe(`<p>${text}</p>`);
  },
);

test("a link includes no markup", () => {
  expect(render(`https://example.com/"onclick="x`).html).toBe(
    '<p><a href="https://example.com/">https://example.com/</a>&quot;onclick=&quot;x</p>',
  );
});

test.each([
  ["{{v}}", "https://evil.test/x", "https://evil.test/x"],
  ["See {{v}}.", "http://evil.test", "See http://evil.test."],
  ["https://{{v}}", "evil.test", "https://evil.test"],
  ["https://shop.{{v}}/a", "evil.test", "https://shop.evil.test/a"],
  ["http{{v}}", "s://evil.test", "https://evil.test"],
  ["{{v}}evil.test", "https://", "https://evil.test"],
])("%j filled with %j becomes no link", (content, v, text) => {
  const mail = renderMail({ subject: "Hi", content }, { v });
  expect([mail.text, mail.html]).toEqual([text, `<p>${text}</p>`]);
});

test("a value can only be part of the template's link", () => {
  const content = "https://shop.example/?to={{v}}&a=1.";
  const { html } = renderMail({ subject: "Hi", content }, { v: "a b&c=d#e" });
  const url = "https://shop.example/?to=a%20b%26c%3Dd%23e&amp;a=1";
  expect(html).toBe(`<p><a href="${url}">${url}</a>.</p>`);
});

test("placeholders in values stay; unknown ones go", () => {
  const mail = renderMail(
    { subject: "{{a}}{{__proto__}}", content: "<{{constructor}}{{b}}{{nobody}}>{{a}}" },
    { a: "{{b}}", b: null },
  );
  expect(mail).toEqual({ subject: "{{b}}", text: "<>{{b}}", html: "<p>&lt;&gt;{{b}}</p>" });
});

test("a subject can't contain a line break", () => {
  const subject = renderMail(
    { subject: "Hi {{a}}\r\nBcc: x@example.com", content: "x" },
    { a: "A\r\nTo: y@example.com\u0085\u2028\0\u000b" },
  ).subject;
  expect(subject).toBe("Hi A To: y@example.com Bcc: x@example.com");
});

test("cuts a long subject between characters", () => {
  expect(render("x", "ab".repeat(150)).subject).toHaveLength(200);
  expect(render("x", `${"a".repeat(199)}💍💍`).subject).toBe("a".repeat(199));
});

const text = fc.string({ unit: "binary" });
const parts = fc.oneof(
  text,
  fc.constantFrom("{{", "}}", "\r\n", "\n\n", "<", "https://", ...placeholderNames),
);

test("random templates and values", () => {
  fc.assert(
    fc.property(
      fc.array(parts),
      fc.dictionary(fc.constantFrom(...placeholderNames), text),
      (words, given) => {
        const template = words.join("");
        const mail = renderMail({ subject: template, content: template }, given);
        expect(mail.subject.length).toBeLessThanOrEqual(200);
        expect(mail.subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        expect(mail.text).not.toMatch(/(?![\n\t])\p{Cc}/u);
        expect(mail.html.replace(/<\/?p>|<br>|<a href="[^"<>]*">|<\/a>/g, "")).not.toMatch(/[<>"']/);
        expect(mail.subject.isWellFormed() && mail.html.isWellFormed()).toBe(true);
      },
    ),
  );
});

test.each(["{{", "http://", "http://.", "\n ", "\r", "{{firstName", "'\"<", "a@b.c "])(
  "renders 200 KB of %j",
  (part) => {
    const { html } = render(`${part.repeat(200_000 / part.length)}.end`);
    expect(html.replace(/<[^>]*>/g, "")).toMatch(/\.end$/);
  },
);

test("cuts a text of placeholders after a complete value", () => {
  const long = { lastPurchase: "你".repeat(100) };
  const content = "https://a.example/{{lastPurchase}}\n".repeat(2_800);
  const { text, html } = renderMail({ subject: "Hi", content }, long);
  expect(text.length).toBeLessThan(250_001);
  expect(text).toMatch(/你{100}\n[^你]*…$/);
  expect(Buffer.byteLength(JSON.stringify({ text, html }))).toBeLessThan(10_000_000);
  const name = { firstName: "&".repeat(60) };
  const mail = renderMail(
    { subject: "{{firstName}}".repeat(10), content: "{{firstName}}".repeat(7_600) },
    name,
  );
  expect(Buffer.byteLength(JSON.stringify(mail))).toBeLessThan(10_000_000);
});
