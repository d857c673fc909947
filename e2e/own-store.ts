import { execSync } from "node:child_process";

/**
 * Journeys against a deployment have a demo store of their own, made before and erased after them: E2E_SEED is how the machine's
 * user runs `npm run seed --` there (README.md), for no request of the product makes stores.
 */
export default function ownStore(): (() => void) | undefined {
  const seed = process.env.E2E_SEED;
  if (!seed) return;
  // What npm or a remote shell says of themselves stands before it, or on stderr.
  const told = execSync(`${seed} --own`, { encoding: "utf8" }).trim().split("\n").at(-1) ?? "";
  const { organizationId, email, password } = JSON.parse(told) as Record<string, string>;
  // Workers begin later, with this environment.
  Object.assign(process.env, { E2E_EMAIL: email, E2E_PASSWORD: password });
  return () => void execSync(`${seed} --erase ${organizationId}`, { stdio: "inherit" });
}
