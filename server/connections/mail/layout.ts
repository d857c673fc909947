import type { Face } from "#lib/contract/brand.ts";
import { brandColors } from "#lib/contract/brand-colors.ts";
import type { MailKind } from "#lib/contract/mails.ts";
import type { Db } from "#server/platform/db/client.ts";
import { readFace } from "#server/platform/db/face.ts";
import { logos } from "#server/platform/db/schema.ts";
import { type Content, escaped } from "./content.ts";

const REASONS: { [K in MailKind]?: string } = {
  automation: "",
  campaign: "",
  booking: "You receive this email because of your appointment or request.",
  reminder: "You receive this email because you have an appointment.",
  receipt: "You receive this email because of your purchase.",
};

export type Look = { face: Face; logo: Buffer | null };

export async function lookOf(db: Db): Promise<Look> {
  const face = await readFace(db);
  if (!face.logo) return { face, logo: null };
  const [found] = await db.select({ small: logos.small }).from(logos);
  return { face, logo: found?.small ?? null };
}

export function isToCustomer(kind: MailKind): boolean {
  return REASONS[kind] !== undefined;
}

type Parts = { main: string; reason: string };

/** Marketing ends with its reason. */
function splitReason(content: string, mark: string, kind: MailKind): Parts {
  const at = REASONS[kind] === "" ? content.lastIndexOf(mark) : -1;
  if (at < 0) return { main: content, reason: REASONS[kind] ?? "" };
  return { main: content.slice(0, at), reason: content.slice(at + mark.length) };
}

/** The store's details, below "-- ", which email programs recognize as the end of the message. */
export function withFoot(text: string, { face }: Look, kind: MailKind): string {
  const { main, reason } = splitReason(text, "\n\n-- \n", kind);
  const { name, address, phone, website } = face;
  const contact = [phone, website].filter(Boolean).join(" · ");
  return `${main}\n\n-- \n${[name, address, contact].filter(Boolean).join("\n")}\n\n${reason}`;
}

/** Outlook for Windows only reads the first font. Its nested tables don't inherit text styles. */
const FONT = "font-family:'Segoe UI',-apple-system,Roboto,Helvetica,Arial,sans-serif";
export const TEXT = `${FONT};font-size:15px;line-height:23px;color:#1c2230`;
const WRAP = "overflow-wrap:anywhere;word-break:break-word";
const LINE = "#e3e6ec";
/** Gmail ignores it and inverts light colors. */
const inDark = ({ ink, solid, onSolid }: ReturnType<typeof brandColors>) =>
  `<style>@media (prefers-color-scheme:dark){${[
    ".page{background:#0e1117",
    ".card{background:#161a21",
    ".card,.foot{border-color:#2c333f",
    ".text{color:#e8eaf0",
    ".foot{color:#a7afbd",
    `.link{color:${ink}`,
    `.button{border-color:${ink}`,
    `.solid{background:${solid}`,
    `.on{color:${onSolid}`,
  ]
    .map((rule) => `${rule}!important}`)
    .join("")}}</style>`;
export const LOGO = "logo@store";

/** Outlook for Windows knows no `max-width`, and no padding of links. */
export function emailDocument({ subject, html }: Content, { face, logo }: Look, kind: MailKind): string {
  const colors = brandColors(face.color);
  const { brand, onBrand, ink } = colors;
  const { main, reason } = splitReason(html, "\n<hr>\n", kind);
  const isAbout = kind === "booking" || kind === "reminder";
  const [, title = escaped(subject), body = main] = (isAbout && HEADED.exec(main)) || [];
  const name = escaped(face.name);
  const linked = (part: string) =>
    part
      .replace(
        /<a href="([^"]*)">/g,
        `<a href="$1" class="link" style="color:${ink};text-decoration:underline">`,
      )
      .replaceAll("<p>", '<p style="margin:0 0 14px">');
  const cell = (name: string, style: string, content: string) =>
    `<tr><td class="${name}" style="${TEXT};${WRAP};${style}">${content}</td></tr>`;
  const picture = logo
    ? `<td style="padding:0 12px 0 0"><img src="cid:${LOGO}" alt="" width="40" height="40" style="display:block;border:0;border-radius:8px;background:#ffffff"></td>`
    : "";
  // Gmail turns dark text white, but keeps a bright band, so dark text has a tile of its own.
  const tile = onBrand === "#ffffff" ? "" : "background:#ffffff;border-radius:8px;padding:4px 12px;";
  const band = `<table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>${picture}<td style="${tile}${FONT};${WRAP};font-size:17px;line-height:23px;font-weight:600;color:${onBrand}">${name}</td></tr></table>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escaped(subject)}</title>${inDark(brandColors(face.color, "dark"))}</head>
<body class="page" style="margin:0;padding:0;background:#f4f5f7">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f4f5f7" style="background:#f4f5f7"><tr><td align="center" style="padding:16px 12px">
<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="max-width:560px;background:#ffffff;border:1px solid ${LINE};border-radius:8px;text-align:left">
<tr><td bgcolor="${brand}" style="background:${brand};padding:14px 24px;border-radius:8px 8px 0 0">${band}</td></tr>
${cell("text", "padding:24px 24px 0;font-size:21px;line-height:28px;font-weight:600", `<h1 style="margin:0;font:inherit">${title}</h1>`)}
${cell("text", "padding:14px 24px 10px", linked(withButtons(isAbout ? withFacts(body) : body, colors)))}
${cell("foot", `padding:18px 24px 22px;border-top:1px solid ${LINE};font-size:13px;line-height:20px;color:#555c6b`, `${linked(details(face))}${linked(reason)}`)}
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table></body></html>`;
}

function details({ name, address, phone, website }: Face): string {
  const dial = phone.replace(/[^\d+]/g, "");
  const contact = [
    phone && `<a href="tel:${escaped(dial)}">${escaped(phone)}</a>`,
    website && `<a href="${escaped(website)}">${escaped(website.replace(/^https?:\/\//, ""))}</a>`,
  ].filter(Boolean);
  const store = `<b class="text" style="color:#1c2230;font-weight:600">${escaped(name)}</b>`;
  return `<p>${[store, escaped(address), contact.join(" · ")].filter(Boolean).join("<br>")}</p>`;
}

const HEADED = /^<p>([^<]*)<\/p>\n([\s\S]*<p>What: [\s\S]*)$/;
const FACTS = /<p>(?=What: )([\s\S]*?)<\/p>/;
const TERM = /(?:^|<br>)(What|When|With|Where): +/;
const ANCHOR = '<a href="([^"<>]+)">[^<]*<\\/a>';
const LABELED = new RegExp(`\\s*([^<>:\\s][^<>:]*): ${ANCHOR}`);
const MUTED = `${FONT};font-size:14px;line-height:21px;color:#555c6b`;

function withFacts(html: string): string {
  const edge = (side: string) =>
    `<tr><td colspan="2" class="foot" height="6" style="border-${side}:1px solid ${LINE};font-size:0;line-height:6px">&nbsp;</td></tr>`;
  return html.replace(FACTS, (_, lines: string) => {
    const [, ...parts] = lines.split(TERM);
    const rows = parts.flatMap((term, at) => {
      if (at % 2 === 1) return [];
      const [first = "", ...rest] = (parts[at + 1] ?? "").split("<br>");
      const isBold = term === "What" || term === "When";
      const value = [isBold ? `<b style="font-weight:600">${first}</b>` : first, ...rest]
        .join("<br>")
        .replace(LABELED, '<a href="$2">$1</a>');
      return `<tr><td class="foot" width="72" valign="top" style="${MUTED};padding:5px 16px 5px 0">${term}</td><td class="text" valign="top" style="${TEXT};${WRAP};line-height:21px;padding:5px 0">${value}</td></tr>`;
    });
    return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 18px">${edge("top")}${rows.join("")}${edge("bottom")}</table>`;
  });
}

const BUTTON = new RegExp(`<p>([^<>:]{1,40}): ${ANCHOR}<\\/p>\\n?`, "g");
const CANCEL = new RegExp(`<p>Cancel: ${ANCHOR}<\\/p>\\n<p>([^<]* )cancel( [^<]*)<\\/p>`);
/** Never the button that stands out. */
const QUIET = "Leave the list";

/** The text part keeps the address. */
function withButtons(html: string, { brand, onBrand, ink }: ReturnType<typeof brandColors>): string {
  // White text, because Gmail turns dark text white.
  const solid = onBrand === "#ffffff" ? brand : ink;
  let isFirst = true;
  return html
    .replace(CANCEL, `<p class="foot" style="margin:0 0 14px;${MUTED}">$2<a href="$1">cancel</a>$3</p>`)
    .replace(BUTTON, (_, label: string, url: string) => {
      const isSolid = isFirst && label !== QUIET;
      isFirst = false;
      const [fill, text] = isSolid ? [solid, "#ffffff"] : ["#ffffff", ink];
      const [cell, link] = isSolid ? ["button solid", "on"] : ["button card", "link"];
      return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="display:inline-table;margin:0 8px 14px 0"><tr><td class="${cell}" align="center" bgcolor="${fill}" style="background:${fill};border:1px solid ${isSolid ? fill : ink};border-radius:6px;mso-padding-alt:11px 20px"><a href="${url}" class="${link}" style="${FONT};display:inline-block;padding:11px 20px;font-size:15px;line-height:20px;font-weight:600;color:${text};text-decoration:none">${label}</a></td></tr></table>`;
    });
}
