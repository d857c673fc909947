import { renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import { useContactOptions } from "./use-options.ts";
import { useCan } from "./use-read.ts";

const people = ["Amara Okafor", "Zoë Müller", "Li Wei"].map((name, i) => ({ id: i + 1, name }));

/** A host that answers the same three people to every search. `capabilities` undefined: it tells of none. */
function host(capabilities?: string[]) {
  Object.assign(globalThis, {
    fetch: async (url: string) => {
      if (url.startsWith("/api/v1/contacts/basic")) return Response.json(people);
      return capabilities ? Response.json(capabilities) : new Response("{}", { status: 404 });
    },
  });
}

const wrapper = ({ children }: { children: ReactNode }) => (
  <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>{children}</SWRConfig>
);

async function found(search: string) {
  const both = () => ({ rows: useContactOptions(search).rows, told: useCan()("capabilities.list") });
  const { result } = renderHook(both, { wrapper });
  await waitFor(() => expect(Object.values(result.current)).not.toContain(undefined));
  return result.current.rows?.map(({ name }) => name);
}

test("a host that knows no search has its names searched here", async () => {
  host();
  expect(await found("zzz")).toEqual([]);
  expect(await found("zoe mul")).toEqual(["Zoë Müller"]);
  expect(await found("")).toHaveLength(3);
});

test("what a host has found itself stays, whatever it was found by", async () => {
  host(["capabilities.list"]);
  expect(await found("415 555 0134")).toHaveLength(3);
});
