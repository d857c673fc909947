"use client";
import { ExternalLink } from "lucide-react";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { Empty, Failed, Loading } from "#components/ui/states.tsx";
import { useRead } from "#lib/api/use-read.ts";
import { SiteFrame } from "./site-frame.tsx";
import { siteUrl } from "./site-url.ts";

type Props = {
  /** The builder's address. */
  frameUrl: string;
  /** Where support is reached. */
  support: string;
};

/** The store's page at the site builder, in a frame. */
export function WebsiteBuilder({ frameUrl, support }: Props) {
  const { data, error, isValidating, mutate } = useRead("website.get", {});
  const url = data && siteUrl(frameUrl, data.miniExtId);
  const contact = (
    <a href={support} className={buttonClass()}>
      Contact support
    </a>
  );
  return (
    <>
      <ScreenTitle>Website builder</ScreenTitle>
      <section
        aria-labelledby="website"
        className="flex min-h-[calc(100dvh-104px)] flex-col rounded-lg border bg-card shadow-1 phone:-mx-4 phone:min-h-[calc(100dvh-160px)] phone:rounded-none phone:border-x-0"
      >
        <header className="flex items-center gap-2 px-4 py-3">
          <h1 id="website" className="min-w-0 flex-1">
            Website builder
          </h1>
          {url && (
            <a href={url} target="_blank" rel="noreferrer" className={buttonClass()}>
              <ExternalLink size={16} strokeWidth={1.75} aria-hidden="true" />
              Open in a new tab
            </a>
          )}
        </header>
        {url ? (
          <SiteFrame key={url} url={url} />
        ) : data?.miniExtId ? (
          <Empty
            text="This website cannot be shown"
            hint="The host named a page that is none. Contact support if it stays so."
          >
            {contact}
          </Empty>
        ) : data ? (
          <Empty text="No website yet" hint="Support makes one for your store.">
            {contact}
          </Empty>
        ) : error && !isValidating ? (
          <Failed text={error.message} onRetry={() => void mutate()} />
        ) : (
          <Loading />
        )}
      </section>
    </>
  );
}
