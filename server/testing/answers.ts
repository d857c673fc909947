import * as z from "zod";
import { matchRow } from "#lib/contract/match-row.ts";
import { route } from "#lib/contract/routes.ts";
import { openapi } from "#server/platform/http/openapi.ts";

type Content = { content: { "application/json": { schema: z.core.JSONSchema.JSONSchema } } };
type Operation = { responses: Record<string, Content | undefined> };

const { paths } = openapi() as { paths: Record<string, Record<string, Operation>> };
const shapes = new Map<string, z.ZodType>();

/** Throws if the body of a success or conflict doesn't match /openapi.json. */
export function checkAnswer(method: string, url: string, answer: { status: number; body: unknown }): void {
  const { status, body } = answer;
  const name = matchRow(method, url.replace(/\?.*/, ""))?.name;
  const documented = name && paths[route(name).path]?.[method.toLowerCase()]?.responses[status];
  if (!documented?.content["application/json"]) return;
  const key = `${name} ${status}`;
  const shape = shapes.get(key) ?? z.fromJSONSchema(documented.content["application/json"].schema);
  shapes.set(key, shape);
  const { error } = shape.safeParse(body);
  if (error) throw new Error(`${key}: ${z.prettifyError(error)}\n${JSON.stringify(body).slice(0, 2000)}`);
}
