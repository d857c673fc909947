import { type Name, route } from "./routes.ts";

export const PARAM = /^[\w-]{1,64}$/;

/** Throws if a param isn't an id, because it would change the path. */
export function fillPath(name: Name, params: Record<string, string> = {}): string {
  return route(name).path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = params[key] ?? "";
    if (!PARAM.test(value)) throw new TypeError(`${name}: {${key}} is not an id`);
    return value;
  });
}

type QueryValues = Record<string, string | number | undefined>;

/** With "?", or "". Skips empty values. */
export function queryString(query: QueryValues = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") search.append(key, String(value));
  }
  return search.size > 0 ? `?${search}` : "";
}

export function urlOf(name: Name, input: object): string {
  const { params, query } = input as { params?: Record<string, string>; query?: QueryValues };
  return fillPath(name, params) + queryString(query);
}
