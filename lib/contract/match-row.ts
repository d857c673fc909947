import type { Method } from "./endpoint.ts";
import { PARAM } from "./path.ts";
import { type Name, names, route } from "./routes.ts";

type Candidate = { name: Name; method: Method; segments: string[] };

const candidates: Candidate[] = names
  .map((name) => ({ name, method: route(name).method, segments: split(route(name).path) }))
  // /contacts/basic isn't a contact called "basic".
  .sort((a, b) => a.segments.filter(isParam).length - b.segments.filter(isParam).length);

export function matchRow(
  method: string,
  path: string,
): { name: Name; params: Record<string, string> } | null {
  const parts = split(path);
  for (const candidate of candidates) {
    if (candidate.method !== method || candidate.segments.length !== parts.length) continue;
    const params: Record<string, string> = {};
    const fits = candidate.segments.every((segment, i) => {
      const part = parts[i] ?? "";
      if (!isParam(segment)) return segment === part;
      params[segment.slice(1, -1)] = part;
      return PARAM.test(part);
    });
    if (fits) return { name: candidate.name, params };
  }
  return null;
}

/** A trailing slash makes no difference, a doubled one does. */
function split(path: string): string[] {
  return path.replace(/^\//, "").replace(/\/$/, "").split("/");
}

function isParam(segment: string): boolean {
  return segment.startsWith("{");
}
