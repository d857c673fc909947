// Minimal, for workbooks. Elements and attributes may have a prefix ("x:row", "r:id").

const ATTRIBUTE = /(?:[\w-]{1,40}:)?([\w-]{1,40})\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

export function elements(xml: string, name: string): Map<string, string>[] {
  const open = new RegExp(
    `<(?:\\w{1,20}:)?${name}((?:\\s+[^\\s=<>/]+\\s*=\\s*(?:"[^"]*"|'[^']*'))*)\\s*/?>`,
    "g",
  );
  return [...xml.matchAll(open)].map(
    ([, attributes = ""]) =>
      new Map(
        [...attributes.matchAll(ATTRIBUTE)].map(([, key = "", a, b]) => [key, plainText(a ?? b ?? "")]),
      ),
  );
}

const NAMED: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

export function plainText(xml: string): string {
  if (!xml.includes("&") && !xml.includes("<!")) return xml;
  return xml.replace(
    /<!\[CDATA\[([\s\S]*?)\]\]>|&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,4});/gi,
    (all, raw?: string, name = "") => raw ?? (name.startsWith("#") ? character(name) : NAMED[name]) ?? all,
  );
}

function character(reference: string): string {
  const code = Number(reference.replace("#", "").replace(/^x/i, "0x"));
  return code <= 0x10ffff ? String.fromCodePoint(code) : "";
}

const WINDOW = 256 * 1024;

/** All pieces but the first start with `begin`, so that no element is cut. */
export function* pieces(xml: Buffer, from: number, to: number, begin: string): Generator<string> {
  for (let at = from; at < to; ) {
    let end = at + WINDOW;
    if (end < to) {
      const last = xml.lastIndexOf(begin, end);
      end = last > at ? last : xml.indexOf(begin, end);
    }
    if (end < 0 || end > to) end = to;
    yield xml.toString("utf8", at, end);
    at = end;
  }
}
