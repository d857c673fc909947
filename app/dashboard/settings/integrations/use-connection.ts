import { useState } from "react";
import { useSWRConfig } from "swr";
import { ApiError, call } from "#lib/api/call.ts";
import { failureText, providerFailure } from "#lib/api/failure-text.ts";
import { useAct } from "#lib/api/use-act.ts";
import { webLink } from "#lib/links.ts";
import { notify } from "#lib/notifications.ts";
import { UNEXPECTED } from "#lib/unexpected.ts";

export type Connection = ReturnType<typeof useConnection>;

export function useConnection() {
  const [leaving, setLeaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { act: ask } = useAct("integration.change");
  const { act } = useAct("integration.disconnect");
  const { mutate } = useSWRConfig();

  function refuse(message: string, quiet = false) {
    setLeaving(false);
    setFailure(message);
    if (!quiet) notify({ type: "error", message });
  }

  function follow(address: string) {
    const url = webLink(address);
    if (url) window.location.assign(url);
    else refuse(failureText(providerFailure, new Error("The link of the email provider is not valid")));
  }

  return {
    leaving,
    failure,

    async connect() {
      setFailure(null);
      setLeaving(true);
      try {
        follow((await call("integration.link", {})).url);
      } catch (caught) {
        const error = caught instanceof ApiError ? caught : new Error(UNEXPECTED);
        refuse(failureText(providerFailure, error));
      }
    },

    async change() {
      setFailure(null);
      setLeaving(true);
      const outcome = await ask({});
      if (outcome.ok) follow(outcome.answer.url);
      else refuse(failureText(providerFailure, outcome.error), true);
    },

    async disconnect() {
      setFailure(null);
      const outcome = await act({});
      if (!outcome.ok) return refuse(failureText(providerFailure, outcome.error), true);
      await mutate((key) => typeof key === "string" && key.startsWith("users.me "));
    },
  };
}
