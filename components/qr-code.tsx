import { useMemo } from "react";
import { encode } from "uqr";

type Props = { text: string; label: string; border?: number; className: string };

/** Dark on light in both themes, because many cameras need that. `border`: the quiet zone, in modules. */
export function QrCode({ text, label, border = 4, className }: Props) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { ecc: "M", border });
    const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size, path: squares.join("") };
  }, [text, border]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={className}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
