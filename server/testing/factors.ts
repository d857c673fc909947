import { sql } from "drizzle-orm";
import { organizations } from "#server/platform/db/schema.ts";
import { codeOf, stepAt } from "#server/store/factors/codes.ts";
import { askDevices } from "./devices.ts";
import { type Ask, type Person, type testHost, WEB_URL } from "./host.ts";
import { softwareAuthenticator } from "./software-authenticator.ts";

type Tested = Pick<ReturnType<typeof testHost>, "call">;
export type Factored = { person: Person; secret: string; codes: string[] };

export async function confirmIdentity(host: Tested, person: Person, body: object): Promise<void> {
  expect((await host.call("factors.confirm", person, { body })).status).toBe(200);
}

export async function withApp(
  host: Tested,
  person: Person,
  password: string,
  clock: { now: number },
): Promise<Factored> {
  await confirmIdentity(host, person, { password });
  const begun = (await host.call("factors.startApp", person)).body;
  const { secret, codes, setUp } = begun as { secret: string; codes: string[]; setUp: string };
  const code = codeOf(secret, stepAt(new Date(clock.now)));
  expect((await host.call("factors.finishApp", person, { body: { setUp, code } })).status).toBe(200);
  return { person, secret, codes };
}

export async function askFactors(
  host: Tested & Pick<ReturnType<typeof testHost>, "host">,
  ask: Ask,
  { email, ...before }: Person,
  password: string,
): Promise<void> {
  await askDevices(ask, { ...before, email }, password);
  const { clock, database } = await host.host();
  const present = (secret: string, ahead = 0) => codeOf(secret, stepAt(clock()) + ahead);
  const { token } = await ask("auth.login", { body: { email, password } }, null);
  const person = { ...before, email, token };
  const ticket = async () => {
    const { body, status } = await host.call("auth.login", null, { body: { email, password } });
    expect(status).toBe(409);
    return (body as { step: { ticket: string } }).step.ticket;
  };
  const need = (needsSecondStep: boolean) =>
    database.system((db) => db.update(organizations).set({ needsSecondStep }));
  await need(true);
  const atDoor = { ticket: await ticket() };
  const { setUp, secret: first } = await ask("auth.startSecondStep", { body: atDoor }, null);
  await ask("auth.secondStep", { body: { ...atDoor, setUp, code: present(first) } }, null);
  await need(false);
  await ask("factors.confirm", { body: { password, code: present(first, 1) } }, person);
  const { secret, setUp: another } = await ask("factors.startApp", {}, person);
  await ask("factors.finishApp", { body: { setUp: another, code: present(secret) } }, person);
  const { codes } = await ask("factors.renewCodes", {}, person);
  expect(await ask("factors.get", {}, person)).toMatchObject({ codes: 10, isConfirmed: true });
  await ask("auth.secondStep", { body: { ticket: await ticket(), code: codes[0] } }, null);
  const device = softwareAuthenticator(WEB_URL);
  const created = device.create(await ask("factors.passkeyOptions", {}, person));
  await ask("factors.addPasskey", { body: { passkey: created, name: "Phone" } }, person);
  const passkey = device.get(await ask("auth.passkeyOptions", {}, null));
  await ask("auth.passkey", { body: { passkey } }, null);
  await ask("factors.removeApp", {}, person);
  const [key] = (await ask("factors.get", {}, person)).passkeys;
  await ask("factors.removePasskey", { params: { id: key?.id } }, person);
  await askOwner(host, ask, before);
}

async function askOwner(host: Parameters<typeof askFactors>[0], ask: Ask, { id }: Pick<Person, "id">) {
  const { database } = await host.host();
  const until = new Date(Date.now() + 600_000);
  await database.system((db) =>
    db.execute(sql`insert into confirmations (organization_id, token_hash, user_id, until)
      select organization_id, token_hash, user_id, ${until.toISOString()}::timestamptz from sessions on conflict do nothing`),
  );
  await ask("factors.setRequired", { body: { isRequired: false } });
  await ask("factors.reset", { body: { id } });
}
