import { createContext, Script } from "node:vm";

const SIZE = 50_000;
// Linear patterns take half a millisecond, quadratic ones seconds.
const DEADLINE_MS = 1_000;

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

/** A beginning that matches, many repetitions, an end that fails. */
export const worstStrings: readonly string[] = [
  ...new Set(
    [...CHARACTERS, ...PAIRS].flatMap((part) => {
      const long = part.repeat(SIZE / part.length);
      const near = ENDS.map((end) => long + end);
      return part.length > 1 ? near : [...near, ...STARTS.map((start) => `${start}${long}\0`)];
    }),
  ),
];

export const worstValues: readonly unknown[] = [
  Array(SIZE / 10).fill("x"),
  Array(SIZE / 10).fill({}),
  Object.fromEntries(Array.from({ length: SIZE / 10 }, (_, i) => [`key${i}`, i])),
  JSON.parse(`${"[".repeat(SIZE / 10)}${"]".repeat(SIZE / 10)}`),
  JSON.parse(`${'{"id":'.repeat(SIZE / 10)}1${"}".repeat(SIZE / 10)}`),
];

/** Throws if one input exceeds a generous deadline. Errors of the function are fine. */
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
        // Refusing the input is fine.
      }
    }
  };
  while (at < inputs.length) {
    // A slow input gets a second run of its own.
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
