import type { Ask, Person } from "./host.ts";
import { askPush } from "./push.ts";

export async function askDevices(ask: Ask, person: Person, password: string) {
  const login = () => ask("auth.login", { body: { email: person.email, password } }, null);
  const first = await login();
  await login();
  const own = { ...person, token: first.token };
  const [, other] = await ask("devices.list", {}, own);
  await ask("devices.end", { params: { id: other?.id } }, own);
  await ask("devices.endOthers", {}, own);
  await askPush(ask, own);
  await ask("auth.logout", {}, own);
}
