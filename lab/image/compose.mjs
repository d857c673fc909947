import fs from "node:fs";
import yaml from "js-yaml";

/** As Docker reads it, with `${NAME:-default}` replaced from `env`. */
export function readServices(file, env) {
  return filled(yaml.load(fs.readFileSync(file, "utf8")).services, env);
}

function filled(value, env) {
  if (typeof value === "string")
    return value.replace(/\$\{(\w+):-([^}]*)\}/g, (_, name, otherwise) => env[name] || otherwise);
  if (Array.isArray(value)) return value.map((one) => filled(one, env));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one, env)]));
}
