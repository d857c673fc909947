import { randomBytes } from "node:crypto";
import { hash, verify } from "@node-rs/argon2";
import { HttpError } from "../errors.ts";
import { commonPasswords } from "./common-passwords.ts";

// argon2id with OWASP's parameters: 19 MiB, 2 passes, 1 lane (the cheat sheet's first choice, and the library's default).
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const nobody = hash(randomBytes(32), COST);

/** Hashes a new password. A 400 for one of those that everybody tries first. */
export async function hashPassword(password: string): Promise<string> {
  if (commonPasswords.has(password.toLowerCase())) {
    throw new HttpError(400, "This password is one of the most common ones. Please choose another.");
  }
  return hash(password, COST);
}

/** Takes the same time whether or not there is a stored hash. */
export async function isPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await nobody), password);
  return matches && Boolean(stored);
}
