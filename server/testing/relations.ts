import type { Ask, Person, testHost } from "./host.ts";

type Made = { id: string };

export async function askRelations(ask: Ask, contact: Made): Promise<void> {
  const person = { firstName: "Daniel", lastName: "Frost", email: "daniel@example.com", phoneNumber: "" };
  const other = (await ask("contacts.create", { body: { ...person, birthday: "1980-06-03" } })) as Made;
  const names = { name: "Husband", otherName: "Wife" };
  const body = { contactId: contact.id, other: { ...other, name: "" }, ...names };
  const address = await ask("addresses.create", {
    body: { contactId: contact.id, kind: "WORK", address: "zoe@work.example" },
  });
  await ask("addresses.update", { params: address, body: { kind: "HOME", address: "zoe@home.example" } });
  await ask("addresses.makeFirst", { params: address });
  await ask("addresses.makeFirst", { params: address });
  await ask("addresses.delete", { params: address });
  const relation = (await ask("relations.create", { body })) as unknown as Made;
  await ask("relations.ofContact", { params: contact });
  await ask("relations.update", { params: relation, body: { contactId: contact.id, ...names } });
  await ask("relations.delete", { params: relation });
}

export async function relateBothWays(
  host: Pick<ReturnType<typeof testHost>, "call">,
  user: Person,
  one: string,
  two: string,
): Promise<void> {
  for (const [contactId, id, name] of [
    [one, two, "Mother"],
    [two, one, "Sister"],
  ]) {
    const body = { contactId, other: { id, name: "" }, name, otherName: name };
    expect((await host.call("relations.create", user, { body })).status).toBe(200);
  }
}

export function relationOf(contactId: string, id: string) {
  return { contactId, other: { id, name: "" }, name: "Wife", otherName: "Husband" };
}
