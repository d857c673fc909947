"use client";
import { ExternalLink } from "lucide-react";
import { useEffect, useState } from "react";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Empty, Loading, Pending } from "#components/ui/states.tsx";
import { useRead } from "#lib/api/use-read.ts";

type Props = { frameUrl: string; support: string };

export function WebsiteBuilder({ frameUrl, support }: Props) {
  const read = useRead("website.get", {});
  const { data } = read;
  const url = data && siteUrl(frameUrl, data.miniExtId);
  return (
    <>
      <ScreenTitle>Website builder</ScreenTitle>
      <section
        aria-labelledby="website"
        className="card flex min-h-[calc(100dvh-104px)] flex-col phone:min-h-[calc(100dvh-160px)]"
      >
        <header className="flex items-center gap-2 px-4 py-3">
          <h1 id="website" className="min-w-0 flex-1">
            Website builder
          </h1>
          {url && (
            <a href={url} target="_blank" rel="noreferrer" className={buttonClass()}>
              <ExternalLink size={16} strokeWidth={1.75} />
              Open in a new tab
            </a>
          )}
        </header>
        {!data && <Pending read={read} />}
        {url && <SiteFrame key={url} url={url} />}
        {data && !url && (
          <Empty {...(data.miniExtId ? BROKEN : NONE)}>
            <a href={support} className={buttonClass()}>
              Contact support
            </a>
          </Empty>
        )}
      </section>
    </>
  );
}

const NONE = { text: "No website yet", hint: "Contact support to create a website for your store." };
const BROKEN = {
  text: "This website cannot be shown",
  hint: "Something is wrong with the setup link. Please contact support.",
};

const SLOW_MS = 10_000;

/** The builder runs with its own origin's rights. */
function SiteFrame({ url }: { url: string }) {
  const [state, setState] = useState<"loading" | "slow" | "loaded">("loading");
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt restarts the timer
  useEffect(() => {
    const timer = setTimeout(() => setState((now) => (now === "loading" ? "slow" : now)), SLOW_MS);
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
              <p>The website builder is taking a long time to load.</p>
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

const ID = /^[A-Za-z0-9_-]{1,64}$/;

export function siteUrl(frameUrl: string, miniExtId: string): string | null {
  return ID.test(miniExtId) ? `${frameUrl.replace(/\/$/, "")}/${miniExtId}` : null;
}
