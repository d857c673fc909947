"use client";
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useSWRConfig } from "swr";
import { part } from "#components/ui/part.tsx";
import { ApiError, ask, sessionLost } from "#lib/api/call.ts";
import type { Me } from "#lib/contract/users.ts";
import { unsaved } from "#lib/page-state.ts";
import { useMe } from "./use-me.ts";

const SignInAgain = part(() => import("./sign-in-again.tsx"), "SignInAgain");

/** Asks the same person to sign in again. If someone else signs in, the page reloads without the text. */
export function SessionLost() {
  const lost = useSyncExternalStore(sessionLost.subscribe, sessionLost.get, sessionLost.getOnServer);
  const { data: me } = useMe();
  const { mutate } = useSWRConfig();
  const [asking, setAsking] = useState(false);
  // The page's user.
  const owner = useRef<Me>(undefined);
  if (!owner.current && me) owner.current = me;
  useEffect(() => {
    if (me && owner.current && !isSame(me, owner.current)) beginAnew();
  }, [me]);

  const goOn = useCallback(async () => {
    try {
      const now = await ask("users.me", "/users/me");
      if (!owner.current || !isSame(now, owner.current)) return beginAnew();
      sessionLost.answer(true);
      // The role may have changed.
      mutate(() => true);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) setAsking(true);
      else sessionLost.answer(false);
    }
  }, [mutate]);

  // Another tab may have signed in already.
  useEffect(() => {
    if (lost) goOn();
    else setAsking(false);
  }, [lost, goOn]);

  if (!asking || !lost) return null;
  return <SignInAgain email={me?.email ?? ""} onSignedIn={goOn} onClose={() => sessionLost.answer(false)} />;
}

function isSame(a: Me, b: Me): boolean {
  return a.id === b.id;
}

function beginAnew() {
  unsaved.clear();
  window.location.assign("/dashboard");
}
