import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { COMPLETE, readKey } from "#lib/api/keys.ts";
import { Data } from "./data.tsx";
import { Incidents, IntegrationNeeded } from "./notices.tsx";

const me = { id: "1", firstName: "Amara", lastName: "Okafor", role: "OWNER" };

function show(isEmailIntegrationComplete: boolean, more: object = {}, others: object = {}) {
  const team = [{ id: "2", firstName: "Priya", lastName: "Raman", email: "p@example.com", role: "OWNER" }];
  const reads = {
    [readKey("users.me", {})]: { ...me, timezone: "UTC", isEmailIntegrationComplete, ...more },
    [readKey("team.list", {})]: team,
    ...others,
  };
  return render(
    <Data reads={reads}>
      <Incidents />
      <IntegrationNeeded />
    </Data>,
  );
}

jest.mock("next/navigation", () => ({ usePathname: () => "/dashboard", useRouter: () => ({}) }));
beforeEach(() => sessionStorage.clear());

test("asks once for the email integration, then shows a line", async () => {
  const { unmount } = show(false);
  const dialog = await screen.findByRole("dialog", { name: "Email Integration Needed" });
  expect(dialog.textContent).toContain("You need to set up your email integration inside of Settings");
  expect(screen.getByRole("link", { name: "Go" }).getAttribute("href")).toBe(
    "/dashboard/settings/integrations",
  );
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  unmount();

  show(false);
  expect(await screen.findByText(/not set up yet/)).toBeTruthy();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("leaves it to Home's setup reminder", () => {
  const open = { isDue: false, isHidden: false, steps: { you: "done" } };
  show(false, {}, { [COMPLETE]: true, [readKey("setup.get", {})]: open });
  expect(screen.queryByText(/not set up yet/)).toBeNull();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("asks for nothing if the integration is complete", () => {
  show(true);
  expect(screen.queryByText(/not set up yet/)).toBeNull();
});

test("doesn't ask people who can't connect an account", () => {
  show(false, { role: "USER", refused: ["integration.link"] });
  expect(screen.queryByText(/not set up yet/)).toBeNull();
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("says who can fix a problem that this person can't", async () => {
  const text = "The mail server no longer accepts this account.";
  const broken = { id: "1", kind: "mail", text, href: "/dashboard/settings/integrations", canDismiss: false };
  show(true, { role: "USER", refused: ["integration.link"], incidents: [broken] });
  expect(await screen.findByText(`${text} Ask Priya Raman, the owner.`)).toBeTruthy();
  expect(screen.queryByRole("link")).toBeNull();
});
