import { createContext, Script } from "node:vm";

// The worst that somebody can type or post into a field, and a run of it that ends.

const SIZE = 100_000;
// What is linear takes such an input in a millisecond or less; what is quadratic takes ten seconds and more.
const DEADLINE_MS = 5_000;

const CHARACTERS = [..." \n\0a1.,-+_/\\:;@&$=?'\"()[]{}<*é\u200b\ud800"];
const PAIRS = [
  "a.",
  "1,",
  "1 ",
  " -",
  "{{",
  "}}",
  "{{ ",
  "()",
  "\r\n",
  '",',
  "a@",
  "1.",
  "\\\\",
  "/.",
  "&a",
  "a1",
  " a",
];
const STARTS = ["-", "+", "{{", '"', "a@", "1,", "http://"];
const ENDS = ["", "\0", "}"];

/** Long strings of one character or two, between what makes a pattern begin and what makes it fail at the very end. */
export const worstStrings: readonly string[] = [
  ...new Set(
    [...CHARACTERS, ...PAIRS].flatMap((part) => {
      const long = part.repeat(SIZE / part.length);
      const near = ENDS.map((end) => long + end);
      return part.length > 1 ? near : [...near, ...STARTS.map((start) => `${start}${long}\0`)];
    }),
  ),
];

/** The same in what JSON can hold: long lists, wide objects, a deep nest. */
export const worstValues: readonly unknown[] = [
  Array(SIZE / 10).fill("x"),
  Array(SIZE / 10).fill({}),
  Object.fromEntries(Array.from({ length: SIZE / 10 }, (_, i) => [`key${i}`, i])),
  JSON.parse(`${"[".repeat(SIZE / 10)}${"]".repeat(SIZE / 10)}`),
  JSON.parse(`${'{"id":'.repeat(SIZE / 10)}1${"}".repeat(SIZE / 10)}`),
];

/**
 * Runs what takes an input over all of them; throws where one has not come to its end at a deadline that is far beyond
 * what it may take on the slowest machine. What it throws itself is fine.
 */
export function feed<T>(
  take: (input: T) => unknown,
  inputs = worstStrings as readonly T[],
  timeout = DEADLINE_MS,
): void {
  let at = 0;
  const run = (end: number) => {
    for (; at < end; at++) {
      try {
        take(inputs[at] as T);
      } catch {
        // A refusal.
      }
    }
  };
  while (at < inputs.length) {
    // All at once is quicker. One that the deadline met is given a whole one for itself.
    if (endsInTime(() => run(inputs.length), timeout) || endsInTime(() => run(at + 1), timeout)) continue;
    const text = String(JSON.stringify(inputs[at]));
    throw new Error(`No end in sight: ${text.slice(0, 12)}…${text.slice(-8)}`);
  }
}

function endsInTime(work: () => void, timeout: number): boolean {
  try {
    new Script("work()").runInContext(createContext({ work }), { timeout });
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") return false;
    throw error;
  }
}
