import { render, screen } from "@testing-library/react";
import { SWRConfig } from "swr";
import { CompleteHost } from "#lib/api/complete.tsx";
import { CampaignsScreen } from "./screen.tsx";

jest.mock("next/navigation", () => ({
  usePathname: () => "/dashboard/campaigns",
  useRouter: () => ({ push: jest.fn() }),
  useSearchParams: () => new URLSearchParams(),
}));

test("reads a running campaign again until it is done", async () => {
  let state = "running";
  Object.assign(globalThis, {
    IntersectionObserver: class {
      observe() {}
      disconnect() {}
    },
    fetch: async (url: string) => {
      if (!url.startsWith("/api/v1/campaigns")) return Response.json({ id: "u-1", emails: "sent" });
      const startedAt = "2026-11-28T10:00:00.000Z";
      return Response.json([{ id: "1", name: "Pearls", state, startedAt, audience: 2, version: 1 }]);
    },
  });
  render(
    <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
      <CompleteHost value={true}>
        <CampaignsScreen />
      </CompleteHost>
    </SWRConfig>,
  );
  await screen.findByText("Sending");
  state = "done";
  await screen.findByText("Done", {}, { timeout: 15_000 });
  expect(screen.queryByText("Sending")).toBeNull();
});
