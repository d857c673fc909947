import path from "node:path";
import { Trouble } from "../setup/run.mjs";

/**
 * What `npm start` was asked for, from the environment. An empty variable counts as unset.
 * - `apiUrl`: the origin of a host elsewhere; then only the web app is started.
 * - `origin`: where the web app is to be found; `trustHost` when it goes by more than one name.
 */
export function settings(env) {
  const host = env.HOST || "127.0.0.1";
  const port = portOf(env, "PORT", 3000);
  const apiPort = portOf(env, "API_PORT", 4000);
  const apiUrl = env.API_URL || undefined;
  if (!apiUrl && port === apiPort) throw new Trouble(`PORT and API_PORT are both ${port}: choose two.`);
  if (apiUrl && !isOrigin(apiUrl)) {
    throw new Trouble(`API_URL must be an origin like https://api.example.com, without a path: ${apiUrl}`);
  }
  const everywhere = host === "0.0.0.0" || host === "::";
  const reach = everywhere ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  return {
    host,
    port,
    apiPort,
    apiUrl,
    dataDir: path.resolve(env.DATA_DIR || ".data"),
    embedded: !apiUrl && !env.DATABASE_URL,
    origin: env.NEXTAUTH_URL || `http://${reach}:${port}`,
    trustHost: everywhere && !env.NEXTAUTH_URL,
    local: { web: `http://${reach}:${port}`, host: `http://${reach}:${apiPort}` },
  };
}

function isOrigin(text) {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}

function portOf(env, name, otherwise) {
  const port = Number(env[name] || otherwise);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Trouble(`${name} is no port: ${env[name]}`);
}
