import { createECDH, randomBytes } from "node:crypto";
import type { Ask, Person } from "./host.ts";

export function browserKeys() {
  const pair = createECDH("prime256v1");
  const p256dh = pair.generateKeys().toString("base64url");
  return { p256dh, auth: randomBytes(16).toString("base64url"), pair };
}

export async function askPush(ask: Ask, person: Person) {
  const { p256dh, auth } = browserKeys();
  await ask("push.get", {}, person);
  await ask("push.start", { body: { endpoint: "https://push.example.com/1", p256dh, auth } }, person);
  await ask("push.end", {}, person);
}
