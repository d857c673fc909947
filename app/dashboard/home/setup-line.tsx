"use client";
import { X } from "lucide-react";
import { NearLink } from "#components/shell/near-link.tsx";
import { IconButton } from "#components/ui/button.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { type Setup, setupSteps } from "#lib/contract/setup.ts";

/** The quiet way back to a set-up that was left: until all of it is done, or nobody wants it. */
export function SetupLine({ setup }: { setup: Setup | undefined }) {
  const { act, pending } = useAct("setup.mark");
  if (!setup || setup.isHidden || setup.isDue) return null;
  const done = setupSteps.filter((step) => setup.steps[step] === "done").length;
  if (done === setupSteps.length) return null;
  return (
    <p className="-my-2 flex items-center gap-1 text-sm">
      <NearLink
        href="/dashboard/setup"
        className="link pointer-coarse:inline-flex pointer-coarse:min-h-11 pointer-coarse:items-center"
      >
        {`Set-up: ${done} of ${setupSteps.length}`}
      </NearLink>
      <IconButton row label="Hide set-up" onClick={() => !pending && act({ body: { isHidden: true } })}>
        <X size={14} aria-hidden="true" />
      </IconButton>
    </p>
  );
}
