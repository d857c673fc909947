import path from "node:path";
import { Trouble } from "../setup/run.mjs";

/**
 * Of `npm start`. Empty variables count as unset. `apiUrl`: a separate host's origin; then only the web app
 * is started. `trustHost`: the web app has several names.
 */
export function settings(env) {
  const host = env.HOST || "127.0.0.1";
  const port = portOf(env, "PORT", 3000);
  const apiPort = portOf(env, "API_PORT", 4000);
  const apiUrl = env.API_URL || undefined;
  if (!apiUrl && port === apiPort)
    throw new Trouble(`PORT and API_PORT are both ${port}. Choose two different ports.`);
  if (apiUrl && !isOrigin(apiUrl)) {
    throw new Trouble(`API_URL must be an origin like https://api.example.com, without a path: ${apiUrl}`);
  }
  const isOnAllAddresses = host === "0.0.0.0" || host === "::";
  const address = isOnAllAddresses ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  return {
    host,
    port,
    apiPort,
    apiUrl,
    dataDir: path.resolve(env.DATA_DIR || ".data"),
    embedded: !apiUrl && !env.DATABASE_URL,
    origin: env.NEXTAUTH_URL || `http://${address}:${port}`,
    trustHost: isOnAllAddresses && !env.NEXTAUTH_URL,
    local: { web: `http://${address}:${port}`, host: `http://${address}:${apiPort}` },
  };
}

function isOrigin(text) {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
}

function portOf(env, name, fallback) {
  const port = Number(env[name] || fallback);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new Trouble(`${name} is not a valid port: ${env[name]}`);
}
