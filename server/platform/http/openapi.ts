import * as z from "zod/mini";
import { done, type Name, row } from "#lib/contract/contract.ts";
import { fileTypes } from "#lib/contract/file-terms.ts";
import { receivedTypes } from "#lib/contract/import-terms.ts";
import { names } from "#lib/contract/routes.ts";
import { KEY } from "./idempotency.ts";
import { VERSION } from "./version.ts";

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

function objectText({ properties = {}, required = [], additionalProperties }: Schema, indent: string) {
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

type Way = "input" | "output";

/** Request fields have the types that callers send. Responses have no additional fields. */
function json(shape: z.ZodMiniType, io: Way) {
  return { "application/json": { schema: z.toJSONSchema(shape, { io, unrepresentable: "any" }) } };
}

const binary = { schema: { type: "string", format: "binary" } };
const kept = Object.fromEntries(fileTypes.map((type) => [type, binary]));
const received = Object.fromEntries(receivedTypes.map((type) => [type, binary]));
const file = { "application/zip": { schema: { type: "string", format: "binary" } } };

const idempotencyKey = {
  name: "idempotency-key",
  in: "header",
  required: false,
  description:
    "For a day, a repeated request with the same key gets the answer of the first one and creates no second record. Only user ID can send keys with user-ID- in front.",
  schema: { type: "string", pattern: KEY.source },
};

/** `reference` starts the request's id in the log. */
const refusal = z.object({ status: z.int(), message: z.string(), reference: z.optional(z.string()) });

export function openapi() {
  const paths: Record<string, Record<string, object>> = {};
  for (const name of names) {
    const { method, path } = row(name);
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(name) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Loupe host", version: VERSION },
    servers: [{ url: "/api/v1" }],
    components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    security: [{ bearer: [] }],
    paths,
  };
}

function answered(name: Name) {
  const { answer, streams, file: isKept } = row(name);
  if (isKept) return kept;
  return streams ? file : json(answer ?? done, "output");
}

function operation(name: Name): object {
  const { path, who, idempotent, query, body, takesFile, conflict } = row(name);
  const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, param]) => ({
    name: param,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const { properties = {}, required = [] } = query
    ? z.toJSONSchema(query, { io: "input", unrepresentable: "any" })
    : {};
  const queries = Object.entries(properties).map(([key, schema]) => ({
    name: key,
    in: "query",
    required: required.includes(key),
    schema,
  }));
  return {
    operationId: name,
    tags: [name.slice(0, name.indexOf("."))],
    parameters: [...params, ...queries, ...(idempotent ? [idempotencyKey] : [])],
    ...((body || takesFile) && {
      requestBody: { required: true, content: body ? json(body, "input") : received },
    }),
    ...(who === "public" && { security: [] }),
    responses: {
      200: { description: "OK", content: answered(name) },
      default: { description: "Refused", content: json(refusal, "output") },
      ...(conflict && {
        409: { description: "Conflict", content: json(z.extend(conflict, refusal.shape), "output") },
      }),
    },
  };
}
