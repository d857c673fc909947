import { type RepairView, repairViews } from "#lib/contract/repair-terms.ts";

export type Asked = { view: RepairView; person: string | undefined; workshop: string | undefined };

export function askedIn(params: URLSearchParams): Asked {
  return {
    view: repairViews.find((one) => one === params.get("show")) ?? "open",
    person: params.get("with") || undefined,
    workshop: params.get("workshop") || undefined,
  };
}
