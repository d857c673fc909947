"use client";
import Link from "next/link";
import { type ComponentProps, useState } from "react";

/** A link that fetches its screen when a pointer, a finger or the focus comes near, and not before. */
export function NearLink(props: ComponentProps<typeof Link>) {
  const [near, setNear] = useState(false);
  const approach = () => setNear(true);
  return (
    <Link {...props} prefetch={near} onPointerEnter={approach} onFocus={approach} onTouchStart={approach} />
  );
}
