// node scripts/icons.mjs: draws app/icons.css, the masks of <Icon>, from lucide and components/ui/icons.json.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const root = join(import.meta.dirname, "..");
export const file = join(root, "app/icons.css");

/** The whole file: a class for each icon, with the width of its lines. */
export async function drawIcons() {
  const strokes = JSON.parse(readFileSync(join(root, "components/ui/icons.json"), "utf8"));
  const rules = await Promise.all(
    Object.entries(strokes).map(
      async ([name, stroke]) =>
        `.icon-${name} {\n  --icon: url("data:image/svg+xml,${encode(await draw(name, stroke))}");\n}\n`,
    ),
  );
  return `/* Drawn by scripts/icons.mjs. */\n${rules.join("")}`;
}

async function draw(name, stroke) {
  const drawing = join(root, "node_modules/lucide-react/dist/esm/icons", `${name}.mjs`);
  const { __iconData } = await import(pathToFileURL(drawing).href);
  const lines = __iconData.node.map(([tag, { key, ...attributes }]) => `<${tag}${write(attributes)}/>`);
  const look = {
    xmlns: "http://www.w3.org/2000/svg",
    viewBox: "0 0 24 24",
    fill: "none",
    stroke: "black",
    "stroke-width": stroke,
    "stroke-linecap": "round",
    "stroke-linejoin": "round",
  };
  return `<svg${write(look)}>${lines.join("")}</svg>`;
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
