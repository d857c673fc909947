import {
  type RefObject,
  startTransition,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { usePrinting } from "./use-printing.ts";

/** Items before the screen is measured, such as in the first HTML: as many as a large screen holds. */
const FIRST = 20;
const SPARE = 8;
/** Few items at a time, because a slow device would drop frames. */
const REFILL = 3 / 4;
/** Fewer after a leap, because dragging a scroll bar passes thousands of items. */
const SPARE_OF_LEAP = 1;
/** After the last scroll event, because not every browser has scrollend. */
const STILL_MS = 100;
/** If rendering takes longer, scrolling doesn't wait for it. */
const SLOW_MS = 33;

type Piece = number | { key: string; height: number };

type Window = {
  from: number;
  to: number;
  spare: number;
  /** Between leaps, items may omit their controls. */
  plain: boolean;
  /** React's keys by id. After a leap, new items take the previous items' keys, which reuses their elements. */
  keys: ReadonlyMap<string, string>;
  /** An item that stays with its neighbors, because Tab and j/k continue from it. */
  kept: string | null;
  typical: number;
  measured: number;
};

// By item instead of position, so heights are known after Back.
let heights = new WeakMap<object, number>();

/** Renders the visible part of more than `many` items below `holder`, with spacers (`data-room`). `keep` stays. */
export function useWindow<R extends { id: string }>(
  frame: RefObject<HTMLElement | null>,
  holder: RefObject<HTMLElement | null>,
  items: readonly R[],
  { many = 100, keep }: { many?: number; keep?: string | undefined } = {},
) {
  const printing = usePrinting();
  const on = items.length > many && !printing;
  const [view, setView] = useState<Window>({
    from: 0,
    to: FIRST,
    spare: SPARE,
    plain: false,
    keys: new Map(),
    kept: null,
    typical: 0,
    measured: 0,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when `heights` has changed
  const tops = useMemo(() => topsOf(items, view.typical), [items, view.typical, view.measured]);
  const kept = keep ?? view.kept;
  const keptAt = on && kept !== null ? items.findIndex(({ id }) => id === kept) : -1;
  const pieces = on ? piecesOf(view, keptAt, tops) : items.map((_, index) => index);
  const indexes = pieces.filter((piece) => typeof piece === "number");

  const now = useRef({ look, measure });
  now.current = { look, measure };
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLayoutEffect(() => {
    if (on) measure();
  });
  useEffect(() => {
    if (!on) return;
    let isSlow = false;
    const onScroll = () => {
      clearTimeout(timer.current);
      timer.current = setTimeout(onStill, STILL_MS);
      const begun = performance.now();
      // With the scroll event, so no blank area shows.
      now.current.look(isSlow ? startTransition : flushSync, { leaps: !isSlow });
      isSlow ||= performance.now() - begun > SLOW_MS;
    };
    const onStill = () => {
      timer.current = undefined;
      now.current.look(isSlow ? startTransition : apply, { isStill: true });
      isSlow = false;
    };
    const sizes = new ResizeObserver(() => now.current.measure());
    for (const element of [frame.current, holder.current]) if (element) sizes.observe(element);
    document.addEventListener("scroll", onScroll, { capture: true, passive: true });
    return () => {
      document.removeEventListener("scroll", onScroll, { capture: true });
      clearTimeout(timer.current);
      sizes.disconnect();
    };
  }, [on, frame, holder]);

  function children(): HTMLElement[] {
    return ([...(holder.current?.children ?? [])] as HTMLElement[]).filter(
      ({ dataset }) => dataset.room === undefined,
    );
  }

  function inView(): [number, number] {
    const box = frame.current?.getBoundingClientRect();
    const [first] = holder.current?.children ?? [];
    if (!box || !first) return [0, 0];
    const { top, height } = first.getBoundingClientRect();
    const known = on ? tops : topsOf(items, height);
    return [
      indexAt(known, Math.max(box.top, 0) - top),
      indexAt(known, Math.min(box.bottom, window.innerHeight) - top),
    ];
  }

  function look(run: (change: () => void) => void, { isStill = false, leaps = true } = {}) {
    const [first, last] = inView();
    const wanted = (isStill ? SPARE : view.spare) * REFILL;
    const isFar = (missing: number, spare: number) => missing > 0 && spare < wanted;
    const isNear = !isFar(view.from, first - view.from) && !isFar(items.length - view.to, view.to - 1 - last);
    if (isNear && (!isStill || view.spare === SPARE)) return;
    const focused = children().findIndex((child) => child.contains(document.activeElement));
    const isLeap = !isStill && Math.max(view.from - first, last + 1 - view.to) > SPARE / 2;
    if (isLeap && !leaps) return;
    const spare = isLeap ? SPARE_OF_LEAP : SPARE;
    const from = Math.max(0, first - spare);
    const to = Math.min(items.length, last + 1 + spare);
    const plain = isLeap && view.spare === SPARE_OF_LEAP;
    const kept = items[indexes[focused] ?? -1]?.id ?? null;
    const next = {
      ...{ from, to, spare, plain, kept },
      keys: plain ? keysOf(items.slice(from, to), kept === null ? null : [kept, keyOf(kept)]) : view.keys,
    };
    run(() => setView((before) => ({ ...before, ...next })));
  }

  function measure() {
    let fresh = 0;
    let changed = 0;
    const seen = children().map((child, i): [R | undefined, number] => {
      const item = items[indexes[i] ?? -1];
      const { height } = child.getBoundingClientRect();
      const known = item && heights.get(item);
      if (known === undefined && Math.abs(height - view.typical) > 0.5) fresh++;
      if (known !== undefined && Math.abs(height - known) > 0.5) changed++;
      return [item, height];
    });
    if (seen.every(([, height]) => height === 0)) return;
    const isNew = changed > seen.length / 2;
    if (isNew) heights = new WeakMap();
    for (const [item, height] of seen) if (item) heights.set(item, height);
    if (fresh + changed === 0 && view.typical > 0)
      return look(apply, { isStill: timer.current === undefined });
    const mean = seen.reduce((sum, [, height]) => sum + height, 0) / seen.length;
    setView((before) => ({
      ...before,
      typical: isNew || !before.typical ? mean : before.typical,
      measured: before.measured + 1,
    }));
  }

  const isPlain = (index: number) => on && view.plain && Math.abs(index - keptAt) > 1;
  const keyOf = (id: string) => view.keys.get(id) ?? id;
  return { pieces, windowed: on, isPlain, keyOf, settled: !on || view.typical > 0, inView };
}

function apply(change: () => void) {
  change();
}

function keysOf(items: readonly { id: string }[], kept: [id: string, key: string] | null) {
  const keys = new Map(kept ? [kept] : []);
  const free = items.map((_, i) => `slot ${i}`).filter((key) => key !== kept?.[1]);
  for (const [i, { id }] of items.entries()) if (id !== kept?.[0]) keys.set(id, free[i] ?? id);
  return keys;
}

function topsOf(items: readonly object[], typical: number): number[] {
  let top = 0;
  return [0, ...items.map((item) => (top += heights.get(item) ?? typical))];
}

function indexAt(tops: number[], height: number): number {
  let [low, high] = [0, Math.max(0, tops.length - 2)];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((tops[middle] ?? 0) <= height) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Spacers have keys by their position next to kept items, so React never moves an element that has the focus. */
function piecesOf({ from, to }: Window, kept: number, tops: number[]): Piece[] {
  const count = tops.length - 1;
  const start = Math.min(from, Math.max(0, count - 2 * SPARE));
  const runs: [from: number, to: number][] = [[start, Math.min(Math.max(to, start), count)]];
  if (kept >= 0) runs.push([Math.max(0, kept - 1), Math.min(kept + 2, count)]);
  runs.sort(([a], [b]) => a - b);
  const pieces: Piece[] = [];
  let next = 0;
  for (const [first, end] of runs) {
    const key = next === 0 ? "first" : first > kept ? "after kept" : "before kept";
    if (first > next) pieces.push({ key: `room ${key}`, height: (tops[first] ?? 0) - (tops[next] ?? 0) });
    for (next = Math.max(next, first); next < end; next++) pieces.push(next);
  }
  if (next < count) pieces.push({ key: "room last", height: (tops[count] ?? 0) - (tops[next] ?? 0) });
  return pieces;
}
