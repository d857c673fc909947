import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import * as z from "zod/mini";
import { row } from "./contract.ts";
import { queryString } from "./query.ts";
import { names } from "./routes.ts";
import { feed, worstStrings, worstValues } from "./testing-worst-input.ts";

const ROOT = path.join(import.meta.dirname, "../..");

function sources(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((name) => path.join(folder, name))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing|migrations/.test(file));
}

const LITERAL =
  /(?<=(?:[(,=:[!&|?{};]|return|=>)\s*)\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+)\/([dgimsuvy]*)(?=\s*[.,;)\]}:]|\s+[&|?:]|\n)/g;

const patterns = ["lib", "server", "app", "components"].flatMap(sources).flatMap((file) => {
  const code = readFileSync(path.join(ROOT, file), "utf8").replace(/^\s*(\/\/|\*|\/\*).*$/gm, "");
  return [...code.matchAll(LITERAL)].map(([literal, source = "", flags]) => ({
    file,
    literal,
    source,
    flags,
  }));
});

test("every pattern of the product takes linear time", () => {
  expect(patterns.length).toBeGreaterThan(100);
  // No backtracking without a quantifier.
  const open = patterns.filter(({ source }) => /[+*{]/.test(source.replace(/\\.|\[(?:\\.|[^\]\\])*\]/g, "")));
  const slow = open.flatMap(({ file, literal, source, flags }) => {
    const pattern = new RegExp(source, flags);
    try {
      feed((text: string) => text.replace(pattern, ""));
      return [];
    } catch (error) {
      return `${file} ${literal}: ${(error as Error).message}`;
    }
  });
  expect(slow).toEqual([]);
});

function parts(schema: z.ZodMiniType, found = new Set<z.ZodMiniType>()): Set<z.ZodMiniType> {
  if (found.has(schema)) return found;
  found.add(schema);
  const {
    shape = {},
    options = [],
    ...def
  } = schema._zod.def as unknown as Record<string, unknown> & {
    shape?: object;
    options?: object[];
  };
  const inner = [def.element, def.innerType, def.in, def.out, def.keyType, def.valueType];
  for (const part of [...Object.values(shape), ...options, ...inner]) {
    if (part && typeof part === "object" && "_zod" in part) parts(part as z.ZodMiniType, found);
  }
  return found;
}

/** Without checks, these only need the time of their parts. */
const SIMPLE = /^(array|object|optional|nullable|nonoptional|string|number|boolean|enum|literal)$/;
const hasChecks = (schema: z.ZodMiniType) => Boolean(schema._zod.def.checks?.length);
const known = new Set<z.ZodMiniType>();

test.each(["query", "body", "answer", "conflict"] as const)("the %s of every endpoint", (part) => {
  const all = new Set<z.ZodMiniType>();
  for (const name of names) {
    const schema = row(name)[part];
    if (schema) parts(schema, all);
  }
  expect(all.size).toBeGreaterThan(3);
  for (const schema of all) {
    if (known.has(schema) || (SIMPLE.test(schema._zod.def.type) && !hasChecks(schema))) continue;
    known.add(schema);
    feed((text) => z.safeParse(schema, text));
    feed((value) => z.safeParse(schema, value), worstValues);
    if (schema instanceof z.ZodMiniObject) {
      const fields = Object.keys(schema.def.shape);
      feed((text) => z.safeParse(schema, Object.fromEntries(fields.map((field) => [field, text]))));
    }
  }
});

const modules = readdirSync(import.meta.dirname).filter(
  (file) => /\.ts$/.test(file) && !/\.test\.ts$|^testing/.test(file),
);

test.each(modules)("every function that %s exports", async (file) => {
  const exported: Record<string, unknown> = await import(`./${file}`);
  for (const [name, value] of Object.entries(exported)) {
    if (name === "queryString") feed((search: string) => queryString({ search }));
    else if (typeof value === "function") feed((text: string) => value(text, [text.slice(0, 200)], 1));
    else if (value instanceof z.core.$ZodType) {
      for (const schema of parts(value as z.ZodMiniType)) feed((text) => z.safeParse(schema, text));
    }
  }
});

test("stops a run at the deadline and reports its input", () => {
  const quadratic = (text: string) => /^(\d+\.?\d*|\.\d+)$/.test(text);
  expect(() => feed(quadratic, [`${"1".repeat(100_000)}x`], 100)).toThrow(/^No end in sight: "1.*x"$/);
  expect(worstStrings.every((text) => text.length >= 49_000)).toBe(true);
});
