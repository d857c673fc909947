import fs from "node:fs";

const PROGRAMS = {
  radicale: "/usr/bin/radicale",
  "dovecot-imapd": "/usr/lib/dovecot/imap",
  postfix: "/usr/sbin/postfix",
};

export const hasRadicale = fs.existsSync(PROGRAMS.radicale);
/** Dovecot needs root to store mail as its own user. */
export const hasDovecot = fs.existsSync(PROGRAMS["dovecot-imapd"]) && process.getuid?.() === 0;

/** Why tests with real mail and calendar servers can't run here, or null. */
export function whyNoServers() {
  const missing = Object.keys(PROGRAMS).filter((name) => !fs.existsSync(PROGRAMS[name]));
  if (missing.length > 0) return `${missing.join(", ")} not installed`;
  return process.getuid?.() === 0 ? null : "Postfix needs root";
}
