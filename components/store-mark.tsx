import clsx from "clsx";
import { brandColors } from "#lib/contract/brand-colors.ts";
import { initials } from "#lib/text.ts";

type Props = { name: string; color: string; src: string | null; className?: string };

export function StoreMark({ name, color, src, className }: Props) {
  const tile = clsx("shrink-0 overflow-hidden rounded-[20%] bg-white", className);
  if (src) {
    // biome-ignore lint/performance/noImgElement: the host stores it in the size that pages need
    return <img src={src} alt="" className={tile} />;
  }
  return (
    <span
      aria-hidden="true"
      data-initials={initials(name)}
      style={{ color: brandColors(color).ink }}
      className={clsx(tile, "grid place-items-center font-semibold before:content-[attr(data-initials)]")}
    />
  );
}

export function logoSrc(logo: string | null): string | null {
  return logo && `/api/v1/logos/${logo}`;
}
