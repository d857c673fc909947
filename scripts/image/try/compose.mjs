import fs from "node:fs";
import yaml from "js-yaml";

/** The services of compose.yaml as Docker would read them, `${NAME:-default}` filled in from `env`. */
export function readServices(file, env) {
  const filled = fs
    .readFileSync(file, "utf8")
    .replace(/\$\{(\w+):-([^}]*)\}/g, (_, name, otherwise) => env[name] || otherwise);
  return yaml.load(filled).services;
}
