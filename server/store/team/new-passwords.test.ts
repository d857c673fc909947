import type * as z from "zod/mini";
import { row } from "#lib/contract/contract.ts";
import { type Name, names } from "#lib/contract/routes.ts";
import { FIRST_OWNER, inviteUser, newOneTimeToken } from "#server/platform/auth/one-time-tokens.ts";
import { testHost, WEB_URL } from "#server/testing/host.ts";

const host = testHost();
const OLD = "Moonstone-77";
const PROOFS = ["auth.login", "factors.confirm"];

const DOORS: { [N in Name]?: (password: string) => Promise<object> } = {
  "users.changePassword": async (newPassword) => ({
    ...{ currentPassword: OLD, newPassword, confirmPassword: newPassword },
  }),
  "auth.register": async (password) => ({ token: await invited("anna@example.com", "USER"), password }),
  "auth.registerOwner": async (password) => ({
    ...{ token: await invited(FIRST_OWNER, "OWNER"), password, organizationName: "Gems" },
    ...{ firstName: "Anna", lastName: "Lind", email: "anna@example.com" },
  }),
  "auth.resetPassword": async (password) => {
    const { organizationId, id: userId } = await someone();
    const token = await (await host.database()).system((db) =>
      newOneTimeToken(db, "reset", { organizationId, userId }),
    );
    return { token, password };
  },
};

async function someone() {
  const { id } = await host.shop();
  return host.person(id, "USER", OLD);
}

async function invited(email: string, role: "USER" | "OWNER"): Promise<string> {
  const { id: organizationId } = await host.shop();
  const name = { firstName: "Anna", lastName: "Lind" };
  const link = await (await host.database()).system((db) =>
    inviteUser(db, WEB_URL, { organizationId, email, role, ...name }),
  );
  return new URL(link).searchParams.get("token") ?? "";
}

test("covers every endpoint that sets a password", () => {
  const setting = names.filter((name) => {
    const shape = (row(name).body as z.ZodMiniObject | undefined)?._zod.def.shape ?? {};
    return Object.keys(shape).some((key) => /password/i.test(key)) && !PROOFS.includes(name);
  });
  expect(setting.sort()).toEqual(Object.keys(DOORS).sort());
});

test.each(Object.entries(DOORS))(
  "%s rejects a very common password and accepts a good one",
  async (name, bodyWith) => {
    const person = name === "users.changePassword" ? await someone() : null;
    const ask = async (password: string) =>
      host.call(name as Name, person, { body: await bodyWith(password) });
    expect(await ask("Password1!")).toMatchObject({
      status: 400,
      body: { message: "This password is one of the most common ones. Please choose another." },
    });
    expect(await ask("Garnet-Otter-41")).toMatchObject({ status: 200 });
  },
);
