import { randomUUID } from "node:crypto";
import { encode } from "next-auth/jwt";
import { cookieName } from "../session.ts";
import { Browser } from "./browser.ts";

type Claims = { id?: string; token?: string; remember?: boolean };

/** A cookie's value. A negative age makes it expired. */
export function sealed(claims: Claims = {}, maxAge = 3600, secret = process.env.NEXTAUTH_SECRET ?? "") {
  const token = { id: randomUUID(), token: "bearer-of-ann", remember: false, ...claims };
  return encode({ token, secret, maxAge });
}

export async function signedIn(token = "bearer-of-ann"): Promise<Browser> {
  const browser = new Browser();
  browser.cookies.set(cookieName("session-token"), await sealed({ token }));
  return browser;
}
