import * as z from "zod/mini";
import { done, type Name, row } from "#lib/contract/contract.ts";
import { fileTypes } from "#lib/contract/file-terms.ts";
import { names } from "#lib/contract/routes.ts";
import { KEY } from "./once.ts";

type Way = "input" | "output";

/** Request fields have the types that callers send. Responses have no additional fields. */
function json(shape: z.ZodMiniType, io: Way) {
  return { "application/json": { schema: z.toJSONSchema(shape, { io, unrepresentable: "any" }) } };
}

const binary = { schema: { type: "string", format: "binary" } };
const kept = Object.fromEntries(fileTypes.map((type) => [type, binary]));
const file = { "application/zip": { schema: { type: "string", format: "binary" } } };

const idempotencyKey = {
  name: "idempotency-key",
  in: "header",
  required: false,
  description:
    "For a day, a repeated request with the same key gets the answer of the first one and creates no second record.",
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
    info: { title: "Loupe host", version: "1" },
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
  const { path, who, once, query, body, conflict } = row(name);
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
    parameters: [...params, ...queries, ...(once ? [idempotencyKey] : [])],
    ...(body && { requestBody: { required: true, content: json(body, "input") } }),
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
