import { type Name, row } from "#lib/contract/contract.ts";
import type { Handlers } from "#server/handler.ts";

/** `handled` are the names that this host answers; those beyond SPEC.md section 7 are its capabilities. */
export function capabilities(handled: Handlers): Handlers {
  const names = [...Object.keys(handled), "capabilities.list"] as Name[];
  const extras = names.filter((name) => row(name).extra);
  return { "capabilities.list": () => extras };
}
