import type { Handlers } from "../handler.ts";
import { auth } from "./auth.ts";
import { capabilities } from "./capabilities.ts";
import { contacts } from "./contacts.ts";
import { organization } from "./organization.ts";
import { products } from "./products.ts";
import { team } from "./team.ts";
import { users } from "./users.ts";

const handled = { ...users, ...auth, ...team, ...organization, ...contacts, ...products } satisfies Handlers;

export const handlers: Handlers = { ...handled, ...capabilities(handled) };
