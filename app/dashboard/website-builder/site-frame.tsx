"use client";
import { useEffect, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Loading } from "#components/ui/states.tsx";

// A frame tells nobody that it failed; after this long (ms) people are told that it is slow.
const SLOW = 10_000;

/** The builder's page. It belongs to another origin and runs with that one's rights, not with ours. */
export function SiteFrame({ url }: { url: string }) {
  const [state, setState] = useState<"loading" | "slow" | "loaded">("loading");
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt waits anew
  useEffect(() => {
    const timer = setTimeout(() => setState((now) => (now === "loading" ? "slow" : now)), SLOW);
    return () => clearTimeout(timer);
  }, [attempt]);

  function tryAgain() {
    setState("loading");
    setAttempt(attempt + 1);
  }

  return (
    <div className="relative flex flex-1 flex-col border-t">
      {state !== "loaded" && (
        <div className="absolute inset-0 grid content-center justify-items-center gap-3 bg-card px-4 text-center">
          {state === "loading" ? (
            <Loading label="Loading the website builder…" />
          ) : (
            <div role="alert" className="grid justify-items-center gap-3">
              <p>The website builder is taking long to answer.</p>
              <Button onClick={tryAgain}>Try again</Button>
            </div>
          )}
        </div>
      )}
      <iframe
        key={attempt}
        src={url}
        title="Website builder"
        sandbox="allow-forms allow-popups allow-popups-to-escape-sandbox allow-same-origin allow-scripts"
        referrerPolicy="no-referrer"
        onLoad={() => setState("loaded")}
        className="w-full flex-1 rounded-b-lg"
      />
    </div>
  );
}
