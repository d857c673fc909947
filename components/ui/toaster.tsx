import * as Toast from "@radix-ui/react-toast";
import clsx from "clsx";
import { CircleCheck, CircleX, Info, TriangleAlert, X } from "lucide-react";
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from "react";
import { closeLayer } from "#lib/layers.ts";
import { dismiss, type Notification, titles } from "#lib/notifications.ts";
import { Button } from "./button.tsx";

const icons = { success: CircleCheck, error: CircleX, warning: TriangleAlert, info: Info };
const tones = { success: "text-success", error: "text-danger", warning: "text-warning", info: "text-info" };
const SECONDS_5 = 5000;

export function Toaster({ open }: { open: readonly Notification[] }) {
  // Older toasts stay mounted, so their timers keep running.
  const shown = open.toReversed();
  const place = usePlace();
  return (
    <Toast.Provider duration={SECONDS_5} label="Notification" swipeDirection="right">
      {shown.map((notification, depth) => (
        <Item key={notification.id} notification={notification} depth={depth} />
      ))}
      <Toast.Viewport
        label="Notifications ({hotkey})"
        style={place}
        className={clsx(
          "group pointer-events-none fixed top-2 left-1/2 z-60 grid w-90 -translate-x-1/2 outline-none phone:inset-x-4! phone:top-auto phone:bottom-[calc(72px+env(safe-area-inset-bottom))] phone:w-auto! phone:translate-x-0",
          // Over a dialog's title, beside its Close button.
          "phone:[body:has([data-bar]):not(:has(>[role=dialog]))_&]:bottom-[calc(128px+env(safe-area-inset-bottom))]",
          "phone:[body:has(>[role=dialog])_&]:top-1 phone:[body:has(>[role=dialog])_&]:right-15! phone:[body:has(>[role=dialog])_&]:bottom-auto",
        )}
      />
    </Toast.Provider>
  );
}

type ItemProps = { notification: Notification; depth: number };

function Item({ notification: { id, type, message, callback, retry, undo, ...more }, depth }: ItemProps) {
  const Icon = icons[type];
  const action = more.action ?? (retry && { label: "Try again", run: retry });
  const { until, isHeld, ...held } = useHold(undo);
  const left = useSecondsLeft(until);
  useEffect(() => {
    if (left === 0) dismiss(id);
  }, [left, id]);
  return (
    <Toast.Root
      type={type === "error" ? "foreground" : "background"}
      // The host decides when undo ends.
      duration={undo ? Number.POSITIVE_INFINITY : undefined}
      {...held}
      onOpenChange={(open) => !open && dismiss(id)}
      onEscapeKeyDown={toDialogFirst}
      style={{ zIndex: 3 - depth }}
      className={clsx(
        "floating pointer-events-auto relative col-start-1 row-start-1 grid animate-pop grid-cols-[1.25rem_1fr_auto_auto] gap-x-3 overflow-hidden py-2.5 pr-2.5 pl-3.5 transition-transform duration-160",
        "data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)",
        "group-focus-within:row-auto group-hover:row-auto group-focus-within:mb-2 group-hover:mb-2",
        depth === 1 &&
          "translate-y-1.5 scale-96 group-focus-within:transform-none group-hover:transform-none",
        depth === 2 && "translate-y-3 scale-92 group-focus-within:transform-none group-hover:transform-none",
        depth > 2 && "invisible group-focus-within:visible group-hover:visible",
      )}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden="true" className={clsx("mt-px", tones[type])} />
      <Toast.Title className="font-semibold">{titles[type]}</Toast.Title>
      <Toast.Description className="col-start-2 text-muted-foreground">
        {message}
        {undo?.mails && (
          <span className="tabular-nums">{isHeld ? " The mail waits." : ` Mail leaves in ${left} s.`}</span>
        )}
      </Toast.Description>
      {undo && (
        <Toast.Action altText="Undo" asChild>
          <Button
            onClick={undo.run}
            data-shortcut="z"
            className="col-start-3 row-span-2 row-start-1 self-center"
          >
            Undo
          </Button>
        </Toast.Action>
      )}
      {action && (
        <Toast.Action altText={action.label} asChild>
          <Button onClick={action.run} className="col-start-3 row-span-2 row-start-1 self-center">
            {action.label}
          </Button>
        </Toast.Action>
      )}
      {type === "warning" && callback && (
        <Toast.Action
          altText="Click for more info."
          onClick={callback}
          className="link col-start-2 justify-self-start"
        >
          Click for more info.
        </Toast.Action>
      )}
      <Toast.Close
        aria-label="Dismiss"
        className="col-start-4 row-span-2 row-start-1 grid size-8 place-items-center rounded-md text-muted-foreground hover:bg-accent hover:text-foreground pointer-coarse:size-11"
      >
        <X size={16} strokeWidth={1.75} />
      </Toast.Close>
      <span
        key={until}
        aria-hidden="true"
        className={clsx(
          "absolute inset-x-0 bottom-0 h-0.5 origin-left bg-current opacity-55",
          undo
            ? ["animate-[life_10s_linear_forwards]", isHeld && "[animation-play-state:paused]"]
            : "animate-[life_5s_linear_forwards] group-focus-within:[animation-play-state:paused] group-hover:[animation-play-state:paused]",
          tones[type],
        )}
      />
    </Toast.Root>
  );
}

const ASK_AGAIN = 4000;

/** While a pointer or the focus is on the toast, asks the host again and again for more time to undo. */
function useHold(undo: Notification["undo"]) {
  const [until, setUntil] = useState(undo?.until);
  const [isWanted, setWanted] = useState(false);
  const [isHeld, setHeld] = useState(false);
  const hold = useRef(undo?.hold);
  useEffect(() => {
    if (!isWanted) return setHeld(false);
    let isOver = false;
    async function ask() {
      const next = (await hold.current?.()) ?? null;
      if (!isOver) setHeld(next !== null);
      // The host's promise stays valid after the pointer has left.
      if (next !== null) setUntil((before) => Math.max(before ?? next, next));
    }
    void ask();
    const timer = setInterval(ask, ASK_AGAIN);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [isWanted]);
  if (!undo?.hold) return { until, isHeld: false };
  return {
    until,
    isHeld,
    onPointerEnter: () => setWanted(true),
    onPointerLeave: ({ currentTarget }: { currentTarget: HTMLElement }) =>
      setWanted(currentTarget.contains(document.activeElement)),
    onFocus: () => setWanted(true),
    onBlur: ({ currentTarget }: { currentTarget: HTMLElement }) => setWanted(currentTarget.matches(":hover")),
  };
}

function useSecondsLeft(until: number | undefined): number | undefined {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (until === undefined) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [until]);
  return until === undefined ? undefined : Math.max(0, Math.ceil((until - now) / 1000));
}

/** Radix would close the newest layer, the toast. While a dialog is open, Escape closes the dialog. */
function toDialogFirst(event: KeyboardEvent) {
  // A list or menu of that dialog handles Escape itself.
  if (document.querySelector("[data-radix-popper-content-wrapper]")) return;
  if (closeLayer()) event.preventDefault();
}

function usePlace(): CSSProperties | undefined {
  const [place, setPlace] = useState<CSSProperties>();
  useLayoutEffect(() => {
    const middle = document.querySelector("[data-toasts]");
    if (!middle) return;
    const measure = () => {
      const { left, width } = middle.getBoundingClientRect();
      setPlace({ left: left + width / 2, width: Math.min(360, width - 8) });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(middle);
    window.addEventListener("resize", measure);
    return () => {
      observer.disconnect();
      window.removeEventListener("resize", measure);
    };
  }, []);
  return place;
}
