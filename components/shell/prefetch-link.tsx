import { useRouter } from "next/navigation";
import type { ComponentProps } from "react";
import { Link } from "#components/ui/link.tsx";
import { readAhead } from "#lib/api/read-ahead.ts";

type Prefetch = NonNullable<Parameters<ReturnType<typeof useRouter>["prefetch"]>[1]>;

// Next doesn't export names for the kinds.
export const WHOLE: Prefetch = { kind: "full" as Prefetch["kind"] };

export function PrefetchLink(props: ComponentProps<typeof Link>) {
  const router = useRouter();
  const approach = () => router.prefetch(props.href, WHOLE);
  const begin = () => readAhead(props.href);
  return (
    <Link
      {...props}
      onPointerEnter={approach}
      onFocus={approach}
      onTouchStart={approach}
      onMouseDown={({ button }) => button === 0 && begin()}
      onKeyDown={({ key }) => key === "Enter" && begin()}
    />
  );
}
