import sanitize from "sanitize-html";

/*
 * Sanitizes untrusted HTML with an allow-list before it is stored. Screens also show it in a frame that can't
 * run or load anything (app/…/letter-modal.tsx).
 */

const colour = /^(?:#[\da-f]{3,8}|[a-z]{3,20}|rgba?\([\d., %]{1,40}\))$/i;
const size =
  /^-?\d{1,4}(?:\.\d{1,4})?(?:px|pt|em|rem|ex|ch|%)?$|^(?:auto|normal|inherit|medium|thin|thick)$/i;
const sizes =
  /^(?:-?\d{1,4}(?:\.\d{1,4})?(?:px|pt|em|rem|%)?|auto|inherit)(?: (?:-?\d{1,4}(?:\.\d{1,4})?(?:px|pt|em|rem|%)?|auto)){0,3}$/i;
const word = /^[a-z-]{1,24}$/i;
const line =
  /^(?:[\d.]{1,6}(?:px|pt|em)?|none|thin|medium|thick)(?: (?:none|solid|dashed|dotted|double|inset|outset|groove|ridge))?(?: (?:#[\da-f]{3,8}|[a-z]{3,20}|rgba?\([\d., %]{1,40}\)))?$/i;
const families = /^[\w '",-]{1,200}$/;

const styles: Record<string, RegExp[]> = {
  ...each(["color", "background-color", "background", "border-color"], colour),
  ...each(["width", "height", "max-width", "min-width", "font-size", "line-height", "letter-spacing"], size),
  ...each(
    ["margin-top", "margin-right", "margin-bottom", "margin-left", "text-indent", "border-spacing"],
    size,
  ),
  ...each(["padding-top", "padding-right", "padding-bottom", "padding-left", "border-radius"], size),
  ...each(["margin", "padding", "border-width"], sizes),
  ...each(["border", "border-top", "border-right", "border-bottom", "border-left"], line),
  ...each(["text-align", "vertical-align", "text-decoration", "text-transform", "font-style"], word),
  ...each(
    ["white-space", "word-break", "overflow-wrap", "direction", "border-collapse", "border-style"],
    word,
  ),
  ...each(["float", "clear", "list-style-type"], word),
  "font-weight": [/^(?:[a-z]{4,7}|[1-9]00)$/i],
  "font-family": [families],
  display: [/^(?:block|inline|inline-block|none|table|table-row|table-cell|list-item)$/i],
};

function each(names: string[], pattern: RegExp): Record<string, RegExp[]> {
  return Object.fromEntries(names.map((name) => [name, [pattern]]));
}

const OPTIONS: sanitize.IOptions = {
  allowedTags: [
    ...[
      "a",
      "abbr",
      "b",
      "bdi",
      "bdo",
      "big",
      "blockquote",
      "br",
      "caption",
      "center",
      "cite",
      "code",
      "col",
      "colgroup",
    ],
    ...[
      "dd",
      "del",
      "div",
      "dl",
      "dt",
      "em",
      "font",
      "h1",
      "h2",
      "h3",
      "h4",
      "h5",
      "h6",
      "hr",
      "i",
      "img",
      "ins",
      "kbd",
    ],
    ...[
      "li",
      "mark",
      "ol",
      "p",
      "pre",
      "q",
      "s",
      "small",
      "span",
      "strike",
      "strong",
      "sub",
      "sup",
      "table",
      "tbody",
    ],
    ...["td", "tfoot", "th", "thead", "tr", "tt", "u", "ul"],
  ],
  nonTextTags: [
    ...[
      "script",
      "style",
      "textarea",
      "option",
      "noscript",
      "title",
      "head",
      "template",
      "iframe",
      "object",
      "embed",
    ],
    ...["svg", "math", "select", "audio", "video", "canvas", "xmp", "noembed", "noframes", "plaintext"],
  ],
  allowedAttributes: {
    "*": ["style", "dir", "lang", "align", "valign", "title"],
    a: ["href", "target", "rel"],
    img: ["src", "alt", "width", "height"],
    table: ["width", "border", "cellpadding", "cellspacing", "bgcolor"],
    td: ["width", "height", "colspan", "rowspan", "bgcolor"],
    th: ["width", "height", "colspan", "rowspan", "bgcolor", "scope"],
    tr: ["bgcolor"],
    font: ["color", "size", "face"],
    ol: ["start", "type"],
    ul: ["type"],
    li: ["value"],
    col: ["width", "span"],
    colgroup: ["width", "span"],
  },
  allowedStyles: { "*": styles },
  allowedSchemes: ["https", "http", "mailto", "tel"],
  // Remote images would reveal to the sender that the message was read.
  allowedSchemesByTag: { img: ["data"] },
  allowedSchemesAppliedToAttributes: ["href", "src"],
  allowProtocolRelative: false,
  transformTags: {
    a: (tagName, { href, title, style }) => ({
      tagName,
      attribs: {
        ...(href && { href, target: "_blank", rel: "noopener noreferrer nofollow" }),
        ...(title && { title }),
        ...(style && { style }),
      },
    }),
    img: (tagName, { src = "", ...rest }) => ({
      tagName,
      attribs: PICTURE.test(src.slice(0, 40)) ? { ...rest, src } : rest,
    }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === "img" && !attribs.src && !attribs.alt,
  nestingLimit: 100,
  parseStyleAttributes: true,
};

const PICTURE = /^data:image\/(?:png|gif|jpeg|webp);base64,/i;

export function safeHtml(html: string, maxLength: number): string | null {
  const clean = sanitize(html, OPTIONS);
  return clean.length > maxLength ? null : clean;
}
