// The client controls this header, so store only a known word.

const BROWSERS: [name: string, mark: RegExp][] = [
  ["Edge", /\bEdg(e|A|iOS)?\//],
  ["Opera", /\bOPR\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /\b(Chrome|CriOS|HeadlessChrome)\//],
  ["Safari", /\bSafari\//],
];
const SYSTEMS: [name: string, mark: RegExp][] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["Windows", /\bWindows\b/],
  ["Chromebook", /\bCrOS\b/],
  ["Mac", /\bMacintosh\b/],
  ["Linux", /\bLinux\b/],
];
const MAX_LENGTH = 1_000;

export function browserOf(userAgent: string): string {
  const header = userAgent.slice(0, MAX_LENGTH);
  const firstMatch = (names: typeof BROWSERS) => names.find(([, mark]) => mark.test(header))?.[0];
  return [firstMatch(BROWSERS), firstMatch(SYSTEMS)].filter(Boolean).join(" on ");
}
