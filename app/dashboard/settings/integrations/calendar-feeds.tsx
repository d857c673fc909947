import { Box } from "#components/ui/box.tsx";
import { Button } from "#components/ui/button.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Feed } from "#lib/contract/calendar.ts";

const NAMES = {
  MINE: { title: "My appointments", make: "Create my link" },
  STORE: { title: "Everyone’s appointments", make: "Create the store’s link" },
} as const;

const RENEW = {
  title: "Create a new link?",
  text: "The old link stops working right away. Everyone who subscribed needs the new one.",
  verb: "Create new link",
};
const END = {
  title: "Stop sharing this calendar?",
  text: "The link stops working right away for everyone who subscribed.",
  verb: "Stop sharing",
};

export function CalendarFeeds() {
  const { data: feeds } = useRead("feeds.list", {});
  if (!feeds) return null;
  return (
    <Box
      title="Appointments in other calendars"
      text="Subscribe to a link in your phone’s or computer’s calendar. Anyone with the link can see names and numbers, so keep it private."
    >
      {feeds.map((feed) => (
        <FeedAddress key={feed.whose} feed={feed} />
      ))}
    </Box>
  );
}

function FeedAddress({ feed: { whose, url } }: { feed: Feed }) {
  const renew = useAct("feeds.renew");
  const end = useAct("feeds.end");
  const id = `feed-${whose.toLowerCase()}`;
  const { title, make } = NAMES[whose];
  const body = { whose };
  if (!url) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-medium text-sm">{title}</p>
        <Button disabled={renew.pending} onClick={() => void renew.act({ body })}>
          {make}
        </Button>
      </div>
    );
  }
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium text-sm">
        {title}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          id={id}
          readOnly
          value={url}
          onFocus={(event) => event.currentTarget.select()}
          className="field min-w-0 flex-1 phone:w-full phone:flex-none"
        />
        <CopyButton text={url} />
        <Button
          disabled={renew.pending}
          onClick={async () => {
            if (await confirm(RENEW)) await renew.act({ body });
          }}
        >
          New link
        </Button>
        <Button
          disabled={end.pending}
          onClick={async () => {
            if (await confirm(END)) await end.act({ body });
          }}
        >
          Stop
        </Button>
      </div>
    </div>
  );
}
