import { act, render, screen, waitFor } from "@testing-library/react";
import { COMPLETE, readKey } from "#lib/api/keys.ts";
import { useList } from "#lib/api/use-list.ts";
import { useRead } from "#lib/api/use-read.ts";
import { Data, Seed } from "./data.tsx";

const asked = new Map<string, (names: string[]) => Promise<void>>();

beforeEach(() => {
  asked.clear();
  Object.assign(globalThis, {
    fetch: (url: string) =>
      new Promise((resolve) => {
        const search = new URL(url, "http://here").searchParams.get("search") ?? "";
        asked.set(search, (names) =>
          act(async () =>
            resolve(Response.json(names.map((firstName) => ({ ...person, id: firstName, firstName })))),
          ),
        );
      }),
  });
});

async function answer(search: string, names: string[]) {
  await waitFor(() => expect(asked.has(search)).toBe(true));
  await asked.get(search)?.(names);
}

const person = {
  lastName: "",
  email: "",
  phoneNumber: "",
  birthday: null,
  anniversary: null,
  recentSale: null,
};
let seen: (string | undefined)[] = [];

function Names({ search }: { search: string }) {
  const names = useList("contacts.list", search).rows?.map(({ firstName }) => firstName);
  const shown = names?.join(" ");
  if (seen.at(-1) !== shown) seen.push(shown);
  return null;
}

const listOf = (search: string) => (
  <Data reads={{ [COMPLETE]: true }}>
    <Names search={search} />
  </Data>
);

test("shows the last search whatever the order of answers", async () => {
  const { rerender } = render(listOf(""));
  seen = [];
  await answer("", ["Amara", "Maria", "Marta"]);
  for (const search of ["m", "ma", "mar"]) rerender(listOf(search));

  await answer("mar", ["Maria", "Marta"]);
  await answer("ma", ["Amara", "Maria", "Marta"]);
  await answer("m", ["Amara", "Maria", "Marta", "Tom"]);
  expect(seen).toEqual(["Amara Maria Marta", "Maria Marta"]);

  rerender(listOf("m"));
  expect(seen.at(-1)).toBe("Amara Maria Marta Tom");
  rerender(listOf("mz"));
  await answer("mz", []);
  rerender(listOf("t"));
  await answer("t", ["Tom"]);
  expect(seen.slice(3)).toEqual(["", "Tom"]);
});

const TAGS = readKey("tags.list", {});

function Tags({ rename }: { rename?: string }) {
  const { data, mutate } = useRead("tags.list", {});
  const renamed = data?.map((tag) => ({ ...tag, name: rename ?? tag.name }));
  return (
    <button type="button" onClick={() => mutate(renamed, { revalidate: false })}>
      {data?.map(({ name }) => name)}
    </button>
  );
}

test("shows a page's reads at once, also on the way back", async () => {
  const reads = { [TAGS]: [{ id: "1", name: "Gold" }] };
  const frame = { [COMPLETE]: true };
  const page = (isThere: boolean) => (
    <Data reads={frame}>{isThere && <Seed reads={reads}>{<Tags rename="Silver" />}</Seed>}</Data>
  );
  const { rerender } = render(page(true));
  expect(screen.getByRole("button").textContent).toBe("Gold");
  await act(async () => screen.getByRole("button").click());
  rerender(page(false));
  rerender(page(true));
  expect(screen.getByRole("button").textContent).toBe("Silver");
});

test("waits for late reads, and only reads those that failed", async () => {
  const late = Promise.withResolvers<unknown>();
  const page = (coming: Promise<unknown>) => (
    <Data reads={{ [COMPLETE]: true }}>
      <Seed reads={{}} late={{ [TAGS]: coming }}>
        <Tags />
      </Seed>
    </Data>
  );
  const { unmount } = render(page(late.promise));
  await act(async () => late.resolve([{ id: "1", name: "Gold" }]));
  expect(screen.getByRole("button").textContent).toBe("Gold");
  expect(asked.size).toBe(0);
  unmount();
  render(page(Promise.reject(new Error("The network is lost"))));
  await act(async () => {});
  expect(asked.size).toBe(1);
});
