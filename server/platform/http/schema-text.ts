export type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  items?: Schema | boolean;
  prefixItems?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
};

const MAX_INTEGER = Number.MAX_SAFE_INTEGER;

export function textOf(schema: Schema | boolean | undefined, indent = ""): string {
  if (typeof schema !== "object") return "any";
  const some = schema.anyOf ?? schema.oneOf;
  if (some) return [...new Set(some.map((one) => textOf(one, indent)))].join(" | ");
  if (schema.allOf) return schema.allOf.map((one) => textOf(one, indent)).join(" & ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const types = [schema.type ?? "any"].flat();
  return types.map((type) => ofType(type, schema, indent)).join(" | ");
}

function ofType(type: string, schema: Schema, indent: string): string {
  if (type === "object") return objectText(schema, indent);
  if (type === "array")
    return `${listText(schema, indent)}${limitsText(["items", schema.minItems, schema.maxItems])}`;
  if (type === "string")
    return `${schema.format === "date-time" ? "moment" : (schema.format ?? "string")}${limitsText(["long", schema.minLength, schema.maxLength])}`;
  if (type === "integer" || type === "number")
    return `${type}${limitsText(["", schema.minimum ?? schema.exclusiveMinimum, schema.maximum])}`;
  return type;
}

function listText({ items, prefixItems }: Schema, indent: string): string {
  if (prefixItems) return `[${prefixItems.map((one) => textOf(one, indent)).join(", ")}]`;
  const item = textOf(items, indent);
  return / [|&] /.test(item) && !item.startsWith("{") ? `(${item})[]` : `${item}[]`;
}

function objectText(
  { properties = {}, required = [], additionalProperties }: Schema,
  indent: string,
): string {
  const deeper = `${indent}  `;
  const lines = Object.entries(properties).map(([key, one]) => {
    const begins = one.default === undefined ? "" : ` = ${JSON.stringify(one.default)}`;
    return `${deeper}${key}${required.includes(key) ? "" : "?"}: ${textOf(one, deeper)}${begins}`;
  });
  if (typeof additionalProperties === "object" && Object.keys(additionalProperties).length > 0)
    lines.push(`${deeper}[any key]: ${textOf(additionalProperties, deeper)}`);
  return lines.length > 0 ? `{\n${lines.join("\n")}\n${indent}}` : "{}";
}

/** "(1–100 long)" */
function limitsText([what, least = -MAX_INTEGER, most = MAX_INTEGER]: [
  string,
  number | undefined,
  number | undefined,
]): string {
  const [from, to] = [least > -MAX_INTEGER, most < MAX_INTEGER];
  if (!from && !to) return "";
  const range = from && to ? `${least}–${most}` : from ? `≥ ${least}` : `≤ ${most}`;
  return ` (${[range, what].filter(Boolean).join(" ")})`;
}
