import type { Browser, Page } from "@playwright/test";
import { api, freshName, signInBehind } from "./support.ts";

export type Colleague = {
  email: string;
  password: string;
  lastName: string;
  page: Page;
  /** Ends the colleague's page and removes them: no store keeps an account whose password stands here. */
  leave: () => Promise<void>;
};

/** A page of its own without a session, with the sizes of the given one. */
export async function signedOutPage(browser: Browser, like: Page): Promise<Page> {
  const viewport = like.viewportSize() ?? undefined;
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] }, viewport });
  return context.newPage();
}

/** A new member of the store, signed in on a page of their own. `page` is the owner's and stays on some screen of the app. */
export async function newColleague(
  page: Page,
  browser: Browser,
  role = "USER",
  firstName = "Amara",
): Promise<Colleague> {
  const lastName = freshName();
  const email = `${lastName}@example.com`.toLowerCase();
  const password = "aA1!aA1!";
  const invite = { firstName, lastName, email, role };
  const { link } = await api<{ link: string }>(page, "POST", "/authentication/inviteUser", invite);
  const token = new URL(link).searchParams.get("token");
  await api(page, "POST", "/authentication/createInvitedUser", { token, password });
  const own = await signedOutPage(browser, page);
  const { origin } = new URL(page.url());
  await signInBehind(own.context().request, origin, { email, password });
  await own.goto(`${origin}/dashboard`);

  async function leave() {
    await own.context().close();
    const members: { id: string; email: string }[] = await api(page, "GET", "/organization/users");
    const id = members.find((member) => member.email === email)?.id;
    if (id) await api(page, "POST", "/authentication/removeUser", { id });
  }
  return { email, password, lastName, page: own, leave };
}
