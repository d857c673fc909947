"use client";
import { useRouter } from "next/navigation";
import type { ComponentProps } from "react";
import { Link } from "#components/ui/link.tsx";

type Prefetch = NonNullable<Parameters<ReturnType<typeof useRouter>["prefetch"]>[1]>;

// The whole page, not only what does not depend on who asks. Next names the kinds, but exports no names for them.
const WHOLE: Prefetch = { kind: "full" as Prefetch["kind"] };

/** A link that fetches its screen when a pointer, a finger or the focus comes near, and not before. */
export function PrefetchLink(props: ComponentProps<typeof Link>) {
  const router = useRouter();
  const approach = () => router.prefetch(props.href, WHOLE);
  return <Link {...props} onPointerEnter={approach} onFocus={approach} onTouchStart={approach} />;
}
