// node scripts/icons.mjs: generates components/ui/icons.css, the masks of <Icon>, from lucide and
// components/ui/icons.json.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const root = join(import.meta.dirname, "..");
export const file = join(root, "components/ui/icons.css");

/**
 * One drawing with all icons below each other, and a position per icon. One image per icon would be slower,
 * because browsers lay out each SVG as a document.
 */
export async function drawIcons() {
  const icons = Object.entries(JSON.parse(readFileSync(join(root, "components/ui/icons.json"), "utf8")));
  const drawings = await Promise.all(icons.map(([name, stroke], i) => draw(name, stroke, i)));
  const look = {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: `0 0 ${SIZE} ${SIZE * icons.length}`,
    fill: "none",
    stroke: "black",
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
  };
  const sheet = encode(`<svg${write(look)}>${drawings.join("")}</svg>`);
  const places = icons.map(
    ([name], i) => `.icon-${name} {\n  --icon: ${+((100 * i) / (icons.length - 1)).toFixed(4)}%;\n}\n`,
  );
  return `/* Drawn by scripts/icons.mjs. */
@utility icon {
  display: block;
  vertical-align: middle;
  width: 16px;
  height: 16px;
  background: currentColor;
  print-color-adjust: exact;
  /* Contrast themes remove backgrounds. */
  @media (forced-colors: active) {
    background: CanvasText;
    @supports (forced-color-adjust: preserve-parent-color) {
      background: currentColor;
      forced-color-adjust: preserve-parent-color;
    }
  }
}
.icon,
.row-action::before {
  mask-image: url("data:image/svg+xml,${sheet}");
  mask-position: 0 var(--icon);
  mask-size: 100% ${100 * icons.length}%;
  mask-repeat: no-repeat;
}
${places.join("")}`;
}

const SIZE = 24;

async function draw(name, stroke, place) {
  const drawing = join(root, "node_modules/lucide-react/dist/esm/icons", `${name}.mjs`);
  const { __iconData } = await import(pathToFileURL(drawing).href);
  const lines = __iconData.node.map(([tag, { key, ...attributes }]) => `<${tag}${write(attributes)}/>`);
  const group = { "stroke-width": stroke, transform: `translate(0 ${SIZE * place})` };
  return `<g${write(group)}>${lines.join("")}</g>`;
}

function write(attributes) {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}='${value}'`)
    .join("");
}

function encode(svg) {
  return svg.replace(/[<>#%]/g, encodeURIComponent);
}

if (process.argv[1] === import.meta.filename) writeFileSync(file, await drawIcons());
