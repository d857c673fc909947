import { type Method, type Name, route, routes } from "./routes.ts";

const PARAM = /^[\w-]{1,64}$/;

/** The row's path with its params filled in. Throws on a param that is no id: it would change the path. */
export function fillPath(name: Name, params: Record<string, string> = {}): string {
  return route(name).path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = params[key] ?? "";
    if (!PARAM.test(value)) throw new TypeError(`${name}: {${key}} is not an id`);
    return value;
  });
}

type QueryValues = Record<string, string | number | undefined>;

/** Query string with a leading "?", or "". Undefined and empty values are left out; keys keep the caller's order. */
export function queryString(query: QueryValues = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") search.append(key, String(value));
  }
  return search.size > 0 ? `?${search}` : "";
}

/** The row's whole path below /api/v1 with query. */
export function urlOf(name: Name, input: object): string {
  const { params, query } = input as { params?: Record<string, string>; query?: QueryValues };
  return fillPath(name, params) + queryString(query);
}

type Candidate = { name: Name; method: Method; segments: string[] };

const candidates: Candidate[] = (Object.keys(routes) as Name[])
  .map((name) => ({ name, method: route(name).method, segments: split(route(name).path) }))
  // Fixed segments win over params: /contacts/basic is no contact called "basic".
  .sort((a, b) => a.segments.filter(isParam).length - b.segments.filter(isParam).length);

/** The row that answers a method and a path below /api/v1, with its params; null if none does. */
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

/** A trailing slash makes no difference to whom a path means; doubled slashes do. */
function split(path: string): string[] {
  return path.replace(/^\//, "").replace(/\/$/, "").split("/");
}

function isParam(segment: string): boolean {
  return segment.startsWith("{");
}
