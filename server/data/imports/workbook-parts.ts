import { unzipSync } from "fflate";
import { FileProblem } from "./file-problem.ts";
import { elements } from "./xml.ts";

/* Each part goes into a buffer of the size given by the zip directory. */

const MAX_UNPACKED = 200_000_000;
const MAX_PARTS = 5_000;
const WHOLE = /<\/(?:\w{1,20}:)?worksheet>\s*$/;

type Parts = {
  sheet: Buffer;
  strings: Buffer;
  /** Whether cells with this style number show dates. */
  dateStyles: boolean[];
  is1904: boolean;
};

export const refuse = () => new FileProblem("This workbook can't be read. Save it as CSV and try again.");

export function openWorkbook(bytes: Uint8Array): Parts {
  const open = unpacker(bytes);
  const [start = ""] = open("_rels/.rels");
  const main = related(start, "").find(({ type }) => type === "officeDocument");
  const path = main?.target ?? "xl/workbook.xml";
  const slash = path.lastIndexOf("/") + 1;
  const folder = path.slice(0, slash);
  const [workbook = "", links = ""] = open(path, `${folder}_rels/${path.slice(slash)}.rels`);
  const parts = related(links.toString(), folder);
  const sheets = elements(workbook.toString(), "sheet").flatMap((sheet) => {
    const part = parts.find(({ id, type }) => type === "worksheet" && id === sheet.get("id"));
    return part ? [{ ...part, isShown: (sheet.get("state") ?? "visible") === "visible" }] : [];
  });
  const target = (sheets.find(({ isShown }) => isShown) ?? sheets[0])?.target;
  const pathOf = (type: string) => parts.find((part) => part.type === type)?.target ?? "";
  if (!target) throw refuse();
  const [sheet, strings, styles] = open(target, pathOf("sharedStrings"), pathOf("styles"));
  if (!sheet || !WHOLE.test(sheet.toString("utf8", sheet.length - 100))) throw refuse();
  const from1904 = elements(workbook.toString(), "workbookPr")[0]?.get("date1904") ?? "";
  return {
    sheet,
    strings: strings ?? Buffer.alloc(0),
    dateStyles: dateStyles(styles?.toString() ?? ""),
    is1904: /^(1|true|on)$/.test(from1904),
  };
}

/** All parts together must fit into the size limit. */
function unpacker(bytes: Uint8Array): (...names: string[]) => (Buffer | undefined)[] {
  let [unpacked, count] = [0, 0];
  return (...names) => {
    const found = unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        if (!name || !names.includes(name)) return false;
        // Uncompressed parts are copied in full, even if the directory gives another size.
        unpacked += Math.max(size, originalSize);
        count += 1;
        if (unpacked <= MAX_UNPACKED && count <= MAX_PARTS) return true;
        throw new FileProblem("This workbook is too large when unpacked. Split it, or save it as CSV.");
      },
    });
    return names.map((name) => {
      const part = Object.hasOwn(found, name) ? found[name] : undefined;
      return part && Buffer.from(part.buffer, part.byteOffset, part.byteLength);
    });
  };
}

/** With their paths in the zip. */
function related(relations: Buffer | string, folder: string) {
  return elements(relations.toString(), "Relationship").map((relation) => {
    const target = relation.get("Target") ?? "";
    return {
      id: relation.get("Id"),
      type: relation.get("Type")?.replace(/^.*\//, "") ?? "",
      target: target.startsWith("/") ? target.slice(1) : `${folder}${target.replace(/^\.\//, "")}`,
    };
  });
}

function dateStyles(styles: string): boolean[] {
  const formats = new Map(
    elements(styles, "numFmt").map((format) => [format.get("numFmtId"), format.get("formatCode") ?? ""]),
  );
  const [, cells = ""] = /<(?:\w{1,20}:)?cellXfs[\s>]([\s\S]*?)<\/(?:\w{1,20}:)?cellXfs>/.exec(styles) ?? [];
  return elements(cells, "xf").map((style) => {
    const id = style.get("numFmtId") ?? "0";
    const format = formats.get(id);
    return format === undefined ? isBuiltInDate(Number(id)) : isDateFormat(format);
  });
}

/** Including those of East Asian versions. */
function isBuiltInDate(id: number): boolean {
  return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
}

/** Date or time letters outside of quoted text, such as "d. mmmm yyyy" or "[h]:mm". */
function isDateFormat(format: string): boolean {
  const bare = format
    .slice(0, 300)
    .replace(/"[^"]*"|\\.|_.|\*./g, "")
    .replace(/\[(?!h+\]|m+\]|s+\])[^[\]]*\]/gi, "");
  return !/general/i.test(bare) && /[dmyhs]/i.test(bare);
}
