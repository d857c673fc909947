import type { Browser, Page } from "@playwright/test";
import { api, freshName, signInByApi } from "./support.ts";

export type Colleague = {
  email: string;
  password: string;
  lastName: string;
  page: Page;
  /** Their password is public. */
  leave: () => Promise<void>;
};

export async function signedOutPage(browser: Browser, template: Page): Promise<Page> {
  const viewport = template.viewportSize() ?? undefined;
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] }, viewport });
  return context.newPage();
}

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
  await signInByApi(own.context().request, origin, { email, password });
  await own.goto(`${origin}/dashboard`);

  async function leave() {
    await own.context().close();
    const members: { id: string; email: string }[] = await api(page, "GET", "/organization/users");
    const id = members.find((member) => member.email === email)?.id;
    if (id) await api(page, "POST", "/authentication/removeUser", { id });
  }
  return { email, password, lastName, page: own, leave };
}
