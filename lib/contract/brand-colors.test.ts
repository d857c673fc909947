import { brandColors, contrast } from "./brand-colors.ts";

const parts = ["00", "33", "66", "80", "99", "cc", "ff"];
const every = parts.flatMap((r) => parts.flatMap((g) => parts.map((b) => `#${r}${g}${b}`)));
const mixed = (color: string, card: string, part: number) =>
  `#${[1, 3, 5]
    .map((at) => [color, card].map((one) => Number.parseInt(one.slice(at, at + 2), 16)) as [number, number])
    .map(([a, b]) =>
      Math.round(a * part + b * (1 - part))
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;

test.each([
  ["light", "#ffffff", 0.1],
  ["dark", "#161a21", 0.12],
] as const)("keeps every color readable in the %s theme", (theme, card, soft) => {
  for (const color of ["", ...every]) {
    const { brand, onBrand, ink, solid, onSolid } = brandColors(color, theme);
    const pairs = [
      [onBrand, brand],
      [onSolid, solid],
      [ink, card],
      [ink, mixed(solid, card, soft)],
    ] as const;
    for (const [text, behind] of pairs) {
      const found = { color, text, behind, ratio: contrast(text, behind) };
      expect(found.ratio < 4.5 ? found : null).toBeNull();
    }
    expect(contrast(solid, card)).toBeGreaterThanOrEqual(3);
  }
});

test("uses a darker shade of a color too light for text", () => {
  expect(brandColors("#f2c94c")).toEqual({
    brand: "#f2c94c",
    onBrand: "#10131c",
    ink: "#7e6928",
    solid: "#7e6928",
    onSolid: "#ffffff",
  });
});

test("ignores what isn't a color", () => {
  expect(brandColors("red;}body{display:none")).toEqual(brandColors(""));
});
