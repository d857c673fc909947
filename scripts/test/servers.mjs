import fs from "node:fs";

const PROGRAMS = {
  radicale: "/usr/bin/radicale",
  "dovecot-imapd": "/usr/lib/dovecot/imap",
  postfix: "/usr/sbin/postfix",
};

export const hasRadicale = fs.existsSync(PROGRAMS.radicale);
/** Started as root, it keeps mail as the user that Debian made for it. */
export const hasDovecot = fs.existsSync(PROGRAMS["dovecot-imapd"]) && process.getuid?.() === 0;

/** Why the suite against real mail and calendar servers cannot run on this machine; null where it can. */
export function whyNoServers() {
  const missing = Object.keys(PROGRAMS).filter((name) => !fs.existsSync(PROGRAMS[name]));
  if (missing.length > 0) return `${missing.join(", ")} not installed`;
  return process.getuid?.() === 0 ? null : "Postfix starts only as root";
}
