import { execSync } from "node:child_process";

/**
 * Against a deployment, journeys use a demo store that is erased afterwards. E2E_SEED runs `npm run seed --`
 * there (docs/previews.md).
 */
export default function ownStore(): (() => void) | undefined {
  const seed = process.env.E2E_SEED;
  if (!seed) return;
  // npm or a remote shell may print other lines before it, or on stderr.
  const output = execSync(`${seed} --own`, { encoding: "utf8" }).trim().split("\n").at(-1) ?? "";
  const { organizationId, email, password } = JSON.parse(output) as Record<string, string>;
  Object.assign(process.env, { E2E_EMAIL: email, E2E_PASSWORD: password });
  return () => void execSync(`${seed} --erase ${organizationId}`, { stdio: "inherit" });
}
