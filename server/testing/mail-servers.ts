import { execFile, spawn } from "node:child_process";
import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { ended, listening, type Running } from "./radicale.ts";

const run = promisify(execFile);

type Dovecot = Running & { setPassword(password: string): Promise<void> };

/** Also authenticates senders for Postfix at `authPort`. */
export async function startDovecot(
  folder: string,
  {
    port,
    authPort,
    address,
    password,
  }: { port: number; authPort: number; address: string; password: string },
): Promise<Dovecot> {
  const at = (name: string) => join(folder, name);
  const writePassword = (text: string) => writeFileSync(at("users"), `${address}:{PLAIN}${text}::::::\n`);
  for (const name of ["run", "mail"]) mkdirSync(at(name), { recursive: true });
  await run("chown", ["mail:mail", at("mail")]);
  writePassword(password);
  writeFileSync(
    at("dovecot.conf"),
    `base_dir = ${at("run")}
log_path = ${at("log")}
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_mechanisms = plain login
auth_failure_delay = 0
mail_location = maildir:${at("mail")}/%u
mail_uid = mail
mail_gid = mail
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
  args = ${at("users")}
}
userdb {
  driver = static
  args = uid=mail gid=mail home=${at("mail")}/%u
}
service imap-login {
  inet_listener imap {
    address = 127.0.0.1
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
service auth {
  inet_listener {
    address = 127.0.0.1
    port = ${authPort}
  }
}
`,
  );
  const child = spawn("/usr/sbin/dovecot", ["-F", "-c", at("dovecot.conf")], { stdio: "ignore" });
  await Promise.all([listening(port), listening(authPort)]);
  const accepts = (text: string) =>
    run("doveadm", ["-c", at("dovecot.conf"), "auth", "test", address, text]).then(
      () => true,
      () => false,
    );
  const setPassword = async (text: string) => {
    writePassword(text);
    for (let tries = 0; !(await accepts(text)); tries++) {
      if (tries > 300) throw new Error("Dovecot didn't take the new password");
      await new Promise((later) => setTimeout(later, 100));
    }
  };
  return { port, setPassword, stop: () => ended(child) };
}

export async function startPostfix(
  folder: string,
  {
    port,
    authPort,
    address,
    mailFolder,
  }: { port: number; authPort: number; address: string; mailFolder: string },
): Promise<Running> {
  const at = (name: string) => join(folder, name);
  for (const name of ["etc", "spool", "lib"]) mkdirSync(at(name), { recursive: true });
  const { stdout } = await run("id", ["-u", "postfix"]);
  chownSync(at("lib"), Number(stdout), 0);
  await run("openssl", [
    ..."req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost".split(" "),
    ...["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
    ...["-keyout", at("key.pem"), "-out", at("cert.pem")],
  ]);
  writeFileSync(
    at("etc/main.cf"),
    `compatibility_level = 3.6
queue_directory = ${at("spool")}
data_directory = ${at("lib")}
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file = ${at("log")}
maillog_file_prefixes = ${folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = localhost
mydestination =
alias_maps =
mynetworks =
virtual_mailbox_domains = ${address.replace(/.*@/, "")}
virtual_mailbox_base = ${mailFolder}
virtual_mailbox_maps = static:${address}/
virtual_uid_maps = static:8
virtual_gid_maps = static:8
virtual_minimum_uid = 1
smtpd_tls_cert_file = ${at("cert.pem")}
smtpd_tls_key_file = ${at("key.pem")}
smtpd_tls_security_level = may
smtpd_tls_auth_only = yes
smtpd_error_sleep_time = 0
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:${authPort}
smtpd_relay_restrictions = permit_sasl_authenticated, reject
smtpd_recipient_restrictions = permit_sasl_authenticated, reject
default_transport = error:no mail leaves this machine
`,
  );
  writeFileSync(
    at("etc/master.cf"),
    `127.0.0.1:${port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
tlsmgr unix - - n 1000? 1 tlsmgr
postlog unix-dgram n - n - 1 postlogd
proxymap unix - - n - - proxymap
`,
  );
  await run("postfix", ["-c", at("etc"), "start"]);
  await listening(port);
  return { port, stop: async () => void (await run("postfix", ["-c", at("etc"), "stop"])) };
}
