import { createContext, type ReactNode, useContext } from "react";
import useSWR from "swr";
import { type ApiError, awaitCode, call } from "./call.ts";
import { COMPLETE } from "./keys.ts";

const Complete = createContext<boolean | undefined>(undefined);

/** False with a section 7 host; undefined until the host has answered. */
export function useComplete(): boolean | undefined {
  return useContext(Complete);
}

/** A host that doesn't answer the question counts as section 7. */
export function AskComplete({ children }: { children: ReactNode }) {
  const { data, error } = useSWR<boolean, ApiError>(
    COMPLETE,
    async () => {
      const announced = await call("capabilities.list", {});
      const { isComplete } = await awaitCode(import("#lib/contract/routes.ts"));
      return isComplete(announced);
    },
    {
      revalidateIfStale: false,
      revalidateOnFocus: false,
      shouldRetryOnError: ({ status, answer }: ApiError) =>
        status >= 502 || (status === 500 && answer === undefined),
    },
  );
  return <CompleteHost value={data ?? (error && false)}>{children}</CompleteHost>;
}

export const CompleteHost = Complete.Provider;
