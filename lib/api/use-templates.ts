import { useMemo } from "react";
import type { TemplateKind } from "#lib/contract/templates.ts";
import { useRead } from "./use-read.ts";

/** Other hosts have templates for email only. */
export function useTemplates(kind: TemplateKind) {
  const read = useRead("templates.list", {});
  const { data } = read;
  const rows = useMemo(() => data?.filter((one) => (one.kind ?? "EMAIL") === kind), [data, kind]);
  return { ...read, data: rows };
}
