import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

type Certificate = { ca: Buffer; certificate: string; key: string };
type Running = { stop: () => Promise<void> };
const CADDY = "/usr/bin/caddy";
const NGINX = "/usr/sbin/nginx";

export const hasProxies = () => existsSync(CADDY) && existsSync(NGINX);

export function makeCertificate(folder: string): Certificate {
  const at = (name: string) => join(folder, name);
  const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" });
  const request = ["req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  openssl(...request, "-x509", "-days", "2", "-subj", "/CN=Test CA", "-keyout", "ca.key", "-out", "ca.crt");
  openssl(...request, "-subj", "/CN=localhost", "-keyout", "site.key", "-out", "site.csr");
  writeFileSync(at("names"), "subjectAltName=DNS:localhost\n");
  openssl(
    ...["x509", "-req", "-in", "site.csr", "-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial"],
    ...["-days", "2", "-extfile", "names", "-out", "site.crt"],
  );
  return { ca: readFileSync(at("ca.crt")), certificate: at("site.crt"), key: at("site.key") };
}

type Ports = { http: number; https: number; to: number };

/** Uses deploy/nginx.conf. `plain`: an additional port that wrongly forwards http. */
export function startNginx(
  folder: string,
  given: Ports & { plain: number },
  made: Certificate,
): Promise<Running> {
  const example = readFileSync(join(import.meta.dirname, "../../deploy/nginx.conf"), "utf8");
  const site = example
    .replace("listen 80;", `listen 127.0.0.1:${given.http};`)
    .replace("listen 443 ssl", `listen 127.0.0.1:${given.https} ssl`)
    .replace("https://$host$request_uri", `https://$host:${given.https}$request_uri`)
    .replaceAll("crm.example.com;", "localhost;")
    .replace(/ssl_certificate .*/, `ssl_certificate ${made.certificate};`)
    .replace(/ssl_certificate_key .*/, `ssl_certificate_key ${made.key};`)
    .replace("127.0.0.1:3000", `127.0.0.1:${given.to}`);
  const mixed = site
    .slice(site.indexOf("\nserver {", site.indexOf("return 301")))
    .replace(/listen .*/, `listen 127.0.0.1:${given.plain};`)
    .replace(/^ *ssl_.*\n/gm, "");
  return nginx(folder, [given.https, given.plain], site + mixed);
}

export function startInnerNginx(folder: string, port: number, to: number): Promise<Running> {
  const example = readFileSync(join(import.meta.dirname, "../../deploy/nginx.conf"), "utf8");
  const location = /location \/ \{[\s\S]*?\n {2}\}/.exec(example)?.[0] ?? "";
  const passed = location
    .replace("127.0.0.1:3000", `127.0.0.1:${to}`)
    .replace("X-Forwarded-Proto $scheme", "X-Forwarded-Proto $http_x_forwarded_proto");
  return nginx(folder, [port], `server {\n listen 127.0.0.1:${port};\n ${passed}\n}\n`);
}

function nginx(folder: string, ports: number[], site: string): Promise<Running> {
  const own = join(folder, `nginx-${ports[0]}`);
  mkdirSync(own);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${own}/${name};`,
  );
  const text = `daemon off; pid ${own}/pid; error_log ${own}/error.log; worker_processes 1;
events {}
http { access_log off; ${temporary.join(" ")}
${site}
}
`;
  writeFileSync(join(own, "nginx.conf"), text);
  return begin(NGINX, ["-c", join(own, "nginx.conf"), "-e", join(own, "error.log")], ports);
}

export function startCaddy(folder: string, { http, https, to }: Ports, made: Certificate): Promise<Running> {
  const own = join(folder, `caddy-${https}`);
  mkdirSync(own);
  const text = `{
  admin off
  auto_https off
}
http://localhost:${http} {
  redir https://localhost:${https}{uri} permanent
}
https://localhost:${https} {
  tls ${made.certificate} ${made.key}
  reverse_proxy 127.0.0.1:${to}
}
`;
  writeFileSync(join(own, "Caddyfile"), text);
  const args = ["run", "--adapter", "caddyfile", "--config", join(own, "Caddyfile")];
  return begin(CADDY, args, [https], { XDG_DATA_HOME: own, XDG_CONFIG_HOME: own, HOME: own });
}

async function begin(program: string, args: string[], ports: number[], env = {}): Promise<Running> {
  const child = spawn(program, args, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...env },
  });
  let said = "";
  child.stderr.on("data", (text) => {
    said = (said + text).slice(-2_000);
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  for (const port of ports) {
    while (!(await isOpen(port))) {
      if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`);
      await sleep(50);
    }
  }
  return {
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
