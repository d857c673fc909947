import * as z from "zod";
import { matchRow } from "#lib/contract/match-row.ts";
import { route } from "#lib/contract/routes.ts";
import { openapi } from "#server/http/openapi.ts";

type Content = { content: { "application/json": { schema: z.core.JSONSchema.JSONSchema } } };
type Operation = { responses: Record<string, Content | undefined> };

const { paths } = openapi() as { paths: Record<string, Record<string, Operation>> };
const shapes = new Map<string, z.ZodType>();

/** Throws where a success, or a conflict, is not what /openapi.json says that the row answers. */
export function checkAnswer(method: string, url: string, answer: { status: number; body: unknown }): void {
  const { status, body } = answer;
  const name = matchRow(method, url.replace(/\?.*/, ""))?.name;
  const said = name && paths[route(name).path]?.[method.toLowerCase()]?.responses[status];
  // A file is what it is.
  if (!said?.content["application/json"]) return;
  const key = `${name} ${status}`;
  const shape = shapes.get(key) ?? z.fromJSONSchema(said.content["application/json"].schema);
  shapes.set(key, shape);
  const { error } = shape.safeParse(body);
  if (error) throw new Error(`${key}: ${z.prettifyError(error)}\n${JSON.stringify(body).slice(0, 2000)}`);
}
