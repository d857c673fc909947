import { report } from "./figures.ts";
import { type Figures, get, inRounds, post } from "./load.ts";
import type { Program } from "./program.ts";
import { APPOINTMENTS } from "./store.ts";

export async function benchFeeds(web: Program, host: Program, authorization: string): Promise<void> {
  const renewed = await post(`${host.origin}/api/v1/feeds`, { authorization }, { whose: "MINE" });
  const url = web.origin + new URL(JSON.parse(renewed).url).pathname;
  const { headers } = await fetch(url);
  const etag = headers.get("etag") ?? "";
  let asked = 0;
  // One address alone would hit the rate limit.
  const from = () => ({ "x-forwarded-for": `10.20.${Math.floor(++asked / 250)}.${asked % 250}` });
  const pids = [...web.pids, ...host.pids];
  const { whole = [], same = [] } = await inRounds({
    whole: { ask: () => get(url, from()), pids },
    same: { ask: () => get(url, { ...from(), "if-none-match": etag }), pids },
  });
  const of = (key: keyof Figures, figures: Figures[]) => figures.map((figure) => figure[key]);
  report(`A calendar feed of ${APPOINTMENTS} appointments`, [
    { name: "whole: p50", unit: "ms", samples: of("p50", whole), goal: { value: 100 } },
    { name: "whole: CPU", unit: "ms", samples: of("cpu", whole) },
    { name: "unchanged: p50", unit: "ms", samples: of("p50", same), goal: { value: 20 } },
    { name: "unchanged: CPU", unit: "ms", samples: of("cpu", same) },
  ]);
}
