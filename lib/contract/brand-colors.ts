export const DEFAULT_COLOR = "#2a50a9";
const CARDS = { light: "#ffffff", dark: "#161a21" };
/** Enough for 4.5 : 1 on the color's own soft fill. */
const ON_CARD = 5.3;
const READABLE = 4.5;
const VISIBLE = 3;

type Theme = keyof typeof CARDS;
/** `brand`: as chosen. `ink`: text and lines on a card. `solid`: buttons. `on…`: text on it. */
type Colors = { brand: string; onBrand: string; ink: string; solid: string; onSolid: string };

/** Readable shades of a store's color: #rrggbb, or "" for the default. */
export function brandColors(color: string, theme: Theme = "light"): Colors {
  const brand = /^#[\da-f]{6}$/i.test(color) ? color : DEFAULT_COLOR;
  const ink = inkOn(CARDS[theme], brand);
  const solid = theme === "light" && contrast(brand, CARDS.light) >= VISIBLE ? brand : ink;
  return { brand, onBrand: textOn(brand), ink, solid, onSolid: textOn(solid) };
}

function textOn(color: string): string {
  const [best = "#ffffff"] = ["#ffffff", "#10131c"].sort((a, b) => contrast(b, color) - contrast(a, color));
  // Between the two, only pure black is readable.
  return contrast(best, color) >= READABLE ? best : "#000000";
}

function inkOn(card: string, color: string): string {
  const to = card === CARDS.light ? 0 : 255;
  for (let part = 0; part < 1; part += 0.02) {
    const mixed = hex(rgb(color).map((value) => value + (to - value) * part));
    if (contrast(mixed, card) >= ON_CARD) return mixed;
  }
  return hex([to, to, to]);
}

export function contrast(a: string, b: string): number {
  const [lighter = 0, darker = 0] = [luminance(a), luminance(b)].sort((one, other) => other - one);
  return (lighter + 0.05) / (darker + 0.05);
}

/** WCAG 2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = rgb(color).map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function rgb(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
}

function hex(values: number[]): string {
  return `#${values.map((value) => Math.round(value).toString(16).padStart(2, "0")).join("")}`;
}
