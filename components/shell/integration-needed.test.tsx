import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { Data } from "./data.tsx";
import { IntegrationNeeded } from "./integration-needed.tsx";

const me = { id: "1", firstName: "Amara", lastName: "Okafor", role: "OWNER" };

function show(isEmailIntegrationComplete: boolean) {
  return render(
    <Data reads={{ "users.me /users/me": { ...me, isEmailIntegrationComplete } }}>
      <IntegrationNeeded />
    </Data>,
  );
}

jest.mock("next/navigation", () => ({ usePathname: () => "/dashboard", useRouter: () => ({}) }));
beforeEach(() => sessionStorage.clear());

test("the modal asks once for the email integration; afterwards a quiet line stays", async () => {
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

test("nothing is asked where the integration is complete", () => {
  show(true);
  expect(screen.queryByText(/not set up yet/)).toBeNull();
});
