import { setTimeout as sleep } from "node:timers/promises";

type Kind = { asked: number; failed: string[] };
type Load = { stop: () => Promise<Map<string, Kind>> };

export function keepAsking(
  kinds: Record<string, { perSecond: number; ask: () => Promise<string | null> }>,
): Load {
  const counted = new Map<string, Kind>();
  let isOver = false;
  const loops = Object.entries(kinds).map(async ([name, { perSecond, ask }]) => {
    const kind: Kind = { asked: 0, failed: [] };
    counted.set(name, kind);
    const open = new Set<Promise<void>>();
    while (!isOver) {
      kind.asked++;
      const one = ask()
        .catch((error) => String(error))
        .then((why) => {
          if (why) kind.failed.push(`${new Date().toISOString().slice(11, 19)} ${why}`);
          open.delete(one);
        });
      open.add(one);
      await sleep(1000 / perSecond);
    }
    await Promise.all(open);
  });
  return {
    stop: async () => {
      isOver = true;
      await Promise.all(loops);
      return counted;
    },
  };
}
