// Writes docs/sentences.txt, the sentences that people read, by screen. --check only compares.
import fs from "node:fs";
import path from "node:path";
import { parse } from "@babel/parser";
import { filesOf } from "#scripts/rooms/files.mjs";
import { isHelper, isTest } from "#scripts/rooms/rules.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const LIST = path.join(root, "docs/sentences.txt");
const SOURCES = /^(app|components|lib|server)\/.*\.tsx?$/;
const READ =
  /^(title|label|placeholder|alt|hint|text|description|empty|action|name|what|note|aria-label|aria-description)$/;
/** Class names, queries, paths and identifiers. */
const NOT_PROSE =
  /^(select|insert|update|delete|create|alter|with|from|where|and|or|left join|set|grant|lock) |[a-z]-\[|:[a-z]+-|[{}<>=;]|^[\w-]+(\/[\w.-]+)+$|^\W+$/;

const sections = new Map();
for (const [file, text] of filesOf(root)) {
  if (!SOURCES.test(file) || isTest(file) || isHelper(file)) continue;
  for (const sentence of sentencesOf(file, text)) {
    const screen = screenOf(file);
    sections.set(screen, (sections.get(screen) ?? new Set()).add(sentence));
  }
}

const listed = [...sections]
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([screen, sentences]) => `## ${screen}\n\n${[...sentences].map((one) => `- ${one}`).join("\n")}\n`);
const count = [...sections.values()].reduce((sum, { size }) => sum + size, 0);
const written = `# Sentences

Every sentence that people read, by screen: ${count} in all. \`npm run sentences\` writes this file. … stands for a value.

${listed.join("\n")}`;

if (process.argv.includes("--check")) {
  const isCurrent = fs.existsSync(LIST) && fs.readFileSync(LIST, "utf8") === written;
  if (!isCurrent) console.error("docs/sentences.txt is out of date: run npm run sentences.");
  process.exitCode = isCurrent ? 0 : 1;
} else {
  fs.writeFileSync(LIST, written);
  console.log(`${count} sentences in ${sections.size} places`);
}

function* sentencesOf(file, text) {
  const tree = parse(text, {
    sourceType: "module",
    plugins: ["typescript", ...(file.endsWith("x") ? ["jsx"] : [])],
  });
  const found = [];
  walk(tree.program, null, null, found);
  for (const one of found) {
    const sentence = one.replace(/\s+/g, " ").trim();
    if (sentence && /\p{L}{2}/u.test(sentence) && !NOT_PROSE.test(sentence)) yield sentence;
  }
}

function walk(node, parent, key, found) {
  if (Array.isArray(node)) {
    for (const one of node) walk(one, parent, key, found);
    return;
  }
  if (
    !node ||
    typeof node.type !== "string" ||
    (/^(Import|Export(All|Named))\w*Declaration$/.test(node.type) && node.source)
  )
    return;
  if (/^TS/.test(node.type) && !/^TS(As|Satisfies|NonNull)/.test(node.type)) return;
  if (node.type === "JSXElement" || node.type === "JSXFragment") {
    const words = node.children.map((child) => textOf(child)).join("");
    if (/\p{L}{2}/u.test(words.replaceAll("…", ""))) found.push(words);
    if (node.openingElement) walk(node.openingElement.attributes, node, "attributes", found);
    for (const child of node.children) if (child.type !== "JSXText") walk(child, node, "children", found);
    return;
  }
  if (node.type === "JSXAttribute") {
    const { name, value } = node;
    if (value?.type === "StringLiteral") {
      if (READ.test(name.name) && !/^[a-z]/.test(value.value)) found.push(value.value);
    } else walk(value, node, "value", found);
    return;
  }
  if (node.type === "CallExpression" && node.callee.name === "part") return;
  if (node.type === "TaggedTemplateExpression") return walk(node.quasi.expressions, node, "quasi", found);
  if (node.type === "StringLiteral" && isProse(node.value, key)) found.push(node.value);
  if (node.type === "TemplateLiteral") {
    const whole = node.quasis.map(({ value }) => value.cooked).join("…");
    if (isProse(whole, key)) found.push(whole);
  }
  for (const [name, child] of Object.entries(node)) {
    if (child && typeof child === "object" && name !== "loc")
      walk(child, node, name === "value" && node.key?.name ? node.key.name : name, found);
  }
}

function textOf(child) {
  if (child.type === "JSXText") return child.value;
  if (child.type === "JSXExpressionContainer" && child.expression.type === "StringLiteral")
    return child.expression.value;
  if (child.type === "JSXExpressionContainer" && child.expression.type === "JSXEmptyExpression") return "";
  return child.type === "JSXElement" ? "" : "…";
}

/** Two words that begin like a sentence, or a word given to `label` or a function. */
function isProse(text, key) {
  if (key === "arguments" && /^[A-Z][a-z]{2,}(-[a-z]+)?$/.test(text)) return true;
  if (/^[A-Z"“‘'…(\d]/.test(text) && /\p{L}+ \p{L}|\p{L}[.?!]$/u.test(text)) return true;
  return READ.test(key ?? "") && /^[A-Z]\p{L}+/u.test(text);
}

/** "app/dashboard/contacts/x.tsx" → "dashboard/contacts" */
function screenOf(file) {
  const [area, ...rest] = path.dirname(file).split("/");
  if (area === "app")
    return rest[0] === "dashboard"
      ? `/${rest
          .slice(0, 3)
          .filter((one) => !/^[[(]/.test(one))
          .join("/")}`
      : `/${rest[0] ?? ""}`;
  return area === "server"
    ? `Host: ${rest.slice(0, 1).join("/") || "server"}`
    : `Shared: ${[area, ...rest].slice(0, 2).join("/")}`;
}
