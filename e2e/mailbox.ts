import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SMTPServer } from "smtp-server";
import { freePort } from "./deployment.ts";
import { expect } from "./support.ts";

export const ADDRESS = "priya@store.test";
export const PASSWORD = "sécret";

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true));
    socket.on("error", () => resolve(false)).on("close", () => {});
    socket.once("connect", () => socket.end());
  });

export async function startMailbox() {
  const folder = mkdtempSync(join(tmpdir(), "loupe-mailbox-"));
  chmodSync(folder, 0o755);
  const mail = join(folder, "mail");
  for (const path of [mail, join(folder, "run")]) mkdirSync(path);
  execFileSync("chown", ["mail:mail", mail]);
  const [imapPort, smtpPort] = [await freePort(), await freePort()];
  writeFileSync(join(folder, "users"), `${ADDRESS}:{PLAIN}${PASSWORD}::::::\n`);
  writeFileSync(
    join(folder, "dovecot.conf"),
    `base_dir = ${folder}/run\nlog_path = ${folder}/log\nprotocols = imap\nlisten = 127.0.0.1\nssl = no
disable_plaintext_auth = no\nauth_failure_delay = 0\nmail_location = maildir:${mail}/%u\nmail_uid = mail\nmail_gid = mail
first_valid_uid = 1
namespace inbox {
  inbox = yes
  mailbox Sent {
    special_use = \\Sent
    auto = subscribe
  }
}
passdb {
  driver = passwd-file
  args = ${folder}/users
}
userdb {
  driver = static
  args = uid=mail gid=mail home=${mail}/%u
}
service imap-login {
  inet_listener imap {
    address = 127.0.0.1
    port = ${imapPort}
  }
  inet_listener imaps {
    port = 0
  }
}
`,
  );
  const dovecot = spawn("/usr/sbin/dovecot", ["-F", "-c", join(folder, "dovecot.conf")], { stdio: "ignore" });
  const sent: string[] = [];
  const smtp = new SMTPServer({
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(null, { user: "priya" }),
    onData: async (stream, _session, done) => {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      sent.push(Buffer.concat(chunks).toString());
      done();
    },
  });
  await new Promise<void>((up) => smtp.listen(smtpPort, "127.0.0.1", up));
  await expect.poll(() => answers(imapPort)).toBe(true);
  let written = 0;

  function put(hoursAgo: number, headers: Record<string, string>, body: string, box = ".") {
    const at = new Date(Date.now() - hoursAgo * 3_600_000);
    const place = join(mail, ADDRESS, box);
    for (const part of ["cur", "new", "tmp"]) mkdirSync(join(place, part), { recursive: true });
    const file = join(place, "cur", `${Math.floor(+at / 1000)}.M${++written}P1.test:2,S`);
    const lines = Object.entries({ Date: at.toUTCString(), ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    writeFileSync(file, [...lines, "", body, ""].join("\r\n"));
    utimesSync(file, at, at);
    execFileSync("chown", ["-R", "mail:mail", join(mail, ADDRESS)]);
  }

  async function end() {
    const exit = once(dovecot, "exit");
    dovecot.kill();
    await exit;
    await new Promise<void>((closed) => smtp.close(closed));
    rmSync(folder, { recursive: true, force: true });
  }
  return { imapPort, smtpPort, sent, put, end };
}
