import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import { CompleteHost } from "./complete.tsx";
import { useContactOptions } from "./use-options.ts";

const people = ["Amara Okafor", "Zoë Müller", "Li Wei"].map((name, i) => ({ id: i + 1, name }));

async function found(search: string, complete: boolean) {
  Object.assign(globalThis, {
    fetch: async (url: string) => Response.json(url.startsWith("/api/v1/contacts/basic") ? people : {}),
  });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>
      <CompleteHost value={complete}>{children}</CompleteHost>
    </SWRConfig>
  );
  const { result } = renderHook(() => useContactOptions(search).rows, { wrapper });
  await waitFor(() => expect(result.current).toBeDefined());
  return result.current?.map(({ name }) => name);
}

test("searches the names of a section 7 host's options in the browser", async () => {
  expect(await found("zzz", false)).toEqual([]);
  expect(await found("zoe mul", false)).toEqual(["Zoë Müller"]);
  expect(await found("", false)).toHaveLength(3);
});

test("keeps all options that a complete host finds", async () => {
  expect(await found("415 555 0134", true)).toHaveLength(3);
});
