/** What everybody tries first, in lower case; short ones are refused by the rules on length anyway. */
export const commonPasswords = new Set(["password"]);
