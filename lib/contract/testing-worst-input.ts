import { createContext, Script } from "node:vm";

// Inputs that make backtracking patterns slow, and a run with a deadline.

const SIZE = 100_000;
// A linear pattern takes a millisecond for such an input; a quadratic one takes ten seconds or more.
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

/** Long strings of one or two characters, with a beginning that matches and an end that fails. */
export const worstStrings: readonly string[] = [
  ...new Set(
    [...CHARACTERS, ...PAIRS].flatMap((part) => {
      const long = part.repeat(SIZE / part.length);
      const near = ENDS.map((end) => long + end);
      return part.length > 1 ? near : [...near, ...STARTS.map((start) => `${start}${long}\0`)];
    }),
  ),
];

/** The same for JSON: long lists, wide objects, deep nesting. */
export const worstValues: readonly unknown[] = [
  Array(SIZE / 10).fill("x"),
  Array(SIZE / 10).fill({}),
  Object.fromEntries(Array.from({ length: SIZE / 10 }, (_, i) => [`key${i}`, i])),
  JSON.parse(`${"[".repeat(SIZE / 10)}${"]".repeat(SIZE / 10)}`),
  JSON.parse(`${'{"id":'.repeat(SIZE / 10)}1${"}".repeat(SIZE / 10)}`),
];

/**
 * Calls a function with each input. Throws if one exceeds a deadline that is generous for the slowest
 * machine. Errors of the function itself are fine.
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
        // The function refused the input.
      }
    }
  };
  while (at < inputs.length) {
    // One run for all is faster. An input that met the deadline gets another run of its own.
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
