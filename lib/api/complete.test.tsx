import { render, screen, waitFor } from "@testing-library/react";
import { SWRConfig } from "swr";
import { extras } from "#lib/contract/routes.ts";
import { ApiError } from "./call.ts";
import { AskComplete, useComplete } from "./complete.tsx";
import { useRead } from "./use-read.ts";

let asked: string[] = [];

function Reads() {
  useRead("tags.list", {});
  useRead("products.list", {});
  return <p>{`complete: ${useComplete()}`}</p>;
}

async function readsOf(answer: () => Response): Promise<string[]> {
  asked = [];
  Object.assign(globalThis, {
    fetch: async (url: string) => {
      if (url.endsWith("/capabilities")) return answer();
      asked.push(url);
      return Response.json([]);
    },
  });
  const retry = (error: unknown) => error instanceof ApiError && error.status >= 502;
  render(
    <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: retry, errorRetryInterval: 1 }}>
      <AskComplete>
        <Reads />
      </AskComplete>
    </SWRConfig>,
  );
  await waitFor(() => expect(screen.getByText(/complete: (true|false)/)).toBeTruthy());
  await waitFor(() => expect(asked).not.toEqual([]));
  return asked;
}

test("reads endpoints beyond section 7 only from a complete host", async () => {
  const found = await readsOf(() => Response.json(extras));
  expect(found.toSorted()).toEqual(["/api/v1/product-categories/getMyProductCategories", "/api/v1/tags"]);
});

test.each([
  ["announces all but one", () => Response.json(extras.slice(1))],
  ["has no /capabilities", () => Response.json({ message: "Cannot GET" }, { status: 404 })],
])("reads only section 7 from a host that %s", async (_, answer) => {
  expect(await readsOf(answer)).toEqual(["/api/v1/product-categories/getMyProductCategories"]);
  expect(screen.getByText("complete: false")).toBeTruthy();
});

test.each([
  ["a host", () => Response.json({}, { status: 502 })],
  [
    "a server",
    () => {
      throw new TypeError("Failed to fetch");
    },
  ],
])("asks %s again after it was unavailable", async (_, refuse) => {
  let away = true;
  const answer = () => (away ? refuse() : Response.json(extras));
  const found = await readsOf(answer);
  expect(found).toEqual(["/api/v1/product-categories/getMyProductCategories"]);
  away = false;
  await screen.findByText("complete: true");
  await waitFor(() => expect(asked).toContain("/api/v1/tags"));
});
