import { createContext, type ReactNode, useContext } from "react";
import useSWR from "swr";
import { isComplete } from "#lib/contract/routes.ts";
import { type ApiError, call } from "./call.ts";
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
    async () => isComplete(await call("capabilities.list", {})),
    { revalidateIfStale: false, revalidateOnFocus: false },
  );
  return <CompleteHost value={data ?? (error && false)}>{children}</CompleteHost>;
}

export const CompleteHost = Complete.Provider;
