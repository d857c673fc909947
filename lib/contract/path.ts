import { type Asked, queryString } from "./query.ts";
import { type Name, route } from "./routes.ts";

export const PARAM = /^[\w-]{1,96}$/;

/** Throws if a param isn't an id, because it would change the path. */
export function fillPath(name: Name, params: Record<string, string> = {}): string {
  return route(name).path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = params[key] ?? "";
    if (!PARAM.test(value)) throw new TypeError(`${name}: {${key}} is not an id`);
    return value;
  });
}

export function urlOf(name: Name, input: object): string {
  const { params, query } = input as Asked;
  return fillPath(name, params) + queryString(query);
}

/** `serialized`: by serializeInput. */
export function urlOfSerialized(name: Name, serialized: string): string {
  const [param = "", query] = serialized.replace(/^\//, "").split("?");
  const [, key = ""] = /\{(\w+)\}/.exec(route(name).path) ?? [];
  return fillPath(name, { [key]: param }) + (query ? `?${query}` : "");
}
