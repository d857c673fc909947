import type { ComponentProps } from "react";

type Props = ComponentProps<"img"> & { alt: string };

/** A plain img: next/image would request it without the session. */
export function Picture({ alt, ...props }: Props) {
  // biome-ignore lint/performance/noImgElement: see the comment above
  return <img alt={alt} {...props} />;
}
