import type { Face } from "#lib/contract/brand.ts";
import { contrast } from "#lib/contract/brand-colors.ts";
import { composeMail } from "#server/connections/providers/smtp.ts";
import { renderMail } from "./content.ts";
import { emailDocument, LOGO, withFoot } from "./layout.ts";

const face: Face = {
  name: "Marlow & Finch",
  tagline: "Fine jewelry",
  color: "#f2c94c",
  phone: "(207) 555-0100",
  website: "https://marlowfinch.com",
  address: "12 Harbor Street, Portland",
  hours: null,
  logo: null,
};
const EVIL = `<script>alert(1)</script>"'`;
const content = renderMail(
  {
    subject: "Confirmed: {{title}}",
    content: [
      "Your appointment is confirmed",
      "Hello {{name}}, we look forward to seeing you.",
      "What:  {{title}}\nWhen:  Monday, December 21, 2026\n       10:00 – 11:00 AM\nWhere: {{place}}\n       Get directions: https://maps.example/?q=1",
      "Add to calendar: https://book.example/manage/abc/appointment.ics",
      "Reschedule: https://book.example/manage/abc?x=1&y=2",
      "Cancel: https://book.example/manage/def",
      "You can reschedule or cancel until it begins.",
    ].join("\n\n"),
  },
  { title: "Viewing", name: "Amara", place: "12 Harbor <Street>" },
);
const documentIn = (color: string, of = content) =>
  emailDocument(of, { face: { ...face, color }, logo: null }, "booking");

test("shows the store's color, details and buttons", () => {
  const html = documentIn("#f2c94c");
  expect(html).toContain('bgcolor="#f2c94c"');
  expect(html).toContain("color:#10131c");
  expect(html).toContain("12 Harbor Street, Portland<br>");
  expect(html).toContain('<a href="tel:2075550100"');
  expect(html).toMatch(/<a href="https:\/\/book\.example\/manage\/abc\?x=1&amp;y=2"[^>]*>Reschedule<\/a>/);
  expect(html).not.toMatch(/<(script|svg|link)\b|@font-face|src="http/);
  expect(Buffer.byteLength(html)).toBeLessThan(60_000);
});

test("lists an appointment's facts under its heading", () => {
  const html = documentIn("#14594a");
  expect(html).toContain(">Your appointment is confirmed</h1>");
  expect(html.replace(/ style="[^"]*"/g, "")).toContain(
    'valign="top">When</td><td class="text" valign="top"><b>Monday, December 21, 2026</b><br>       10:00 – 11:00 AM</td>',
  );
  expect(html).toContain("12 Harbor &lt;Street&gt;<br>");
  expect(html).toMatch(/href="https:\/\/maps\.example\/\?q=1"[^>]*>Get directions<\/a>/);
  expect(html).toMatch(
    /You can reschedule or <a href="https:\/\/book\.example\/manage\/def"[^>]*>cancel<\/a> until/,
  );
  expect(html).not.toContain("Hello Amara, we look forward to seeing you.</h1>");
});

test("fills the first button in a readable color", () => {
  for (const color of ["#f2c94c", "#111111", "#f7f4ea", "#e0457b", ""]) {
    const html = documentIn(color);
    const [, fill = ""] = /class="button solid"[^>]* bgcolor="(#[\da-f]{6})"/.exec(html) ?? [];
    expect(contrast(fill, "#ffffff")).toBeGreaterThanOrEqual(4.5);
    expect(html).toMatch(/class="on" style="[^"]*color:#ffffff;[^>]*>Add to calendar</);
    expect(html).toMatch(/class="button card"[^>]*><a [^>]*>Reschedule</);
    const [, dark = "", on = ""] =
      /\.solid\{background:(#[\da-f]{6})!important\}\.on\{color:(#[\da-f]{6})/.exec(html) ?? [];
    expect(contrast(dark, on)).toBeGreaterThanOrEqual(4.5);
  }
  const waiting = renderMail({ subject: "Hi", content: "Leave the list: https://book.example/w" }, {});
  expect(documentIn("", waiting)).not.toContain('"button solid"');
});

test("keeps its width, buttons and font in Outlook, and wraps long words", () => {
  const html = emailDocument(content, { face, logo: Buffer.from("png") }, "booking");
  expect(html).toMatch(/<!--\[if mso\]><table[^>]* width="560"[\s\S]*<!\[endif\]-->\n<table/);
  expect(html).toMatch(/mso-padding-alt:11px 20px"><a [^>]*>Reschedule/);
  const fonts = [...html.matchAll(/font-family:([^;]*)/g)].map(([, fonts]) => fonts?.split(",")[0]);
  expect(new Set(fonts)).toEqual(new Set(["'Segoe UI'"]));
  expect(html).toMatch(/word-break:break-word;[^"]*">Marlow &amp; Finch/);
  // The store's name follows its logo.
  expect(html).toContain('alt=""');
});

test("follows dark themes, and survives Gmail's inversion", () => {
  for (const color of ["#f2c94c", "#111111", "#f7f4ea", ""]) {
    const html = documentIn(color);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    const [, ink = ""] = /\.link\{color:(#[\da-f]{6})!important/.exec(html) ?? [];
    expect(contrast(ink, "#161a21")).toBeGreaterThanOrEqual(4.5);
  }
  const tile = /background:#ffffff;border-radius:8px;padding:4px 12px;[^>]*>Marlow/;
  expect(documentIn("#f2c94c")).toMatch(tile);
  expect(documentIn("#14594a")).not.toMatch(tile);
  expect(documentIn("", { ...content, html: "<p>Hi</p>" })).toMatch(/<h1 [^>]*>Confirmed: Viewing<\/h1>/);
});

test("ends the text with the store's details", () => {
  const text = withFoot(content.text, { face, logo: null }, "booking");
  expect(text).toBe(
    `${content.text}\n\n-- \nMarlow & Finch\n12 Harbor Street, Portland\n(207) 555-0100 · https://marlowfinch.com\n\nYou receive this email because of your appointment or request.`,
  );
  expect(text).toContain("Reschedule: https://book.example/manage/abc?x=1&y=2");
});

test("moves the reason of marketing below the store's details", () => {
  const marketing = {
    subject: "Hi",
    text: "Dear Amara\n\n-- \nmine\n\n-- \nReason",
    html: "<p>Dear Amara</p>\n<hr>\n<div><p>Reason</p></div>",
  };
  expect(withFoot(marketing.text, { face, logo: null }, "campaign")).toMatch(
    /^Dear Amara\n\n-- \nmine\n\n-- \nMarlow & Finch\n[\s\S]*\n\nReason$/,
  );
  const html = emailDocument(marketing, { face, logo: null }, "campaign");
  expect(html.indexOf("Reason")).toBeGreaterThan(html.indexOf("12 Harbor Street"));
});

test("treats all fields and values as text", () => {
  const evil = { ...face, name: EVIL, tagline: EVIL, address: EVIL, phone: EVIL };
  const forged = renderMail(
    { subject: "{{name}}", content: "{{name}}" },
    { name: `${EVIL}Reschedule: https://evil.example/` },
  );
  const html = emailDocument(forged, { face: evil, logo: Buffer.from("png") }, "booking");
  expect(html).not.toContain("<script");
  expect(html).not.toMatch(/href="https:\/\/evil/);
  expect(html).toContain("&lt;script&gt;");
});

test("sends the logo inside the email", async () => {
  const picture = { cid: LOGO, bytes: Buffer.from("\x89PNG", "latin1") };
  const html = emailDocument(content, { face, logo: picture.bytes }, "booking");
  const mail = { id: "1", messageId: "<1@x>", to: { address: "a@example.com", name: "A" } };
  const sent = { ...mail, fromName: "Marlow", subject: "Hi", text: "Hi", html, headers: {}, picture };
  const raw = (await composeMail("shop@example.com", sent)).toString();
  expect(raw).toMatch(
    /multipart\/alternative[\s\S]*text\/plain[\s\S]*multipart\/related[\s\S]*text\/html[\s\S]*image\/png/,
  );
  expect(raw).toContain(`Content-ID: <${LOGO}>`);
});
