// Processes the routes of a Build Output's config.json.

type Condition = { type: string; key?: string; value?: string };
export type Route = {
  handle?: string;
  src?: string;
  dest?: string;
  status?: number;
  headers?: Record<string, string>;
  methods?: string[];
  has?: Condition[];
  missing?: Condition[];
  continue?: boolean;
  check?: boolean;
  middlewarePath?: string;
};

export type Walk = {
  path: string;
  query: URLSearchParams;
  request: Record<string, string>;
  headers: Record<string, string | string[]>;
  status?: number;
  found?: string;
};

type Platform = {
  routes: Route[];
  isThere: (path: string) => boolean;
  middleware: (walk: Walk) => Promise<boolean>;
};

export async function walkRoutes(platform: Platform, walk: Walk): Promise<"found" | "nothing" | "answered"> {
  const phases = byPhase(platform.routes);
  const there = () => {
    if (!platform.isThere(walk.path)) return false;
    walk.found = walk.path;
    for (const route of phases.get("hit") ?? []) apply(route, walk);
    return true;
  };
  const through = async (phase: string): Promise<"answered" | "found" | undefined> => {
    for (const route of phases.get(phase) ?? []) {
      if (!fits(route, walk)) continue;
      if (route.middlewarePath && (await platform.middleware(walk))) return "answered";
      apply(route, walk);
      if (route.check && there()) return "found";
      if (!route.continue && !route.check && route.dest) return there() ? "found" : undefined;
    }
  };
  const first = await through("");
  if (first) return first;
  if (there()) return "found";
  for (const phase of ["filesystem", "rewrite", "miss"]) {
    const ended = await through(phase);
    if (ended) return ended;
  }
  return "nothing";
}

export function walkToError(
  { routes, isThere }: Omit<Platform, "middleware">,
  walk: Walk,
  status: number,
): void {
  const route = byPhase(routes)
    .get("error")
    ?.find((one) => one.status === status && fits(one, walk));
  if (!route) return;
  apply(route, walk);
  if (isThere(walk.path)) walk.found = walk.path;
}

function byPhase(routes: Route[]): Map<string, Route[]> {
  const phases = new Map<string, Route[]>();
  let phase = "";
  for (const route of routes) {
    if (route.handle) phase = route.handle;
    else phases.set(phase, [...(phases.get(phase) ?? []), route]);
  }
  return phases;
}

const matchers = new Map<string, RegExp>();

function matcher(source: string): RegExp {
  const known = matchers.get(source) ?? new RegExp(`^(?:${source.replace(/^\^|\$$/g, "")})$`, "i");
  matchers.set(source, known);
  return known;
}

function fits(route: Route, walk: Walk): boolean {
  return (
    (!route.src || matcher(route.src).test(walk.path)) &&
    (route.has ?? []).every((condition) => holds(condition, walk) !== undefined) &&
    (route.missing ?? []).every((condition) => holds(condition, walk) === undefined)
  );
}

function holds({ type, key = "", value }: Condition, walk: Walk): Record<string, string> | undefined {
  const given =
    type === "header" ? walk.request[key.toLowerCase()] : type === "query" ? walk.query.get(key) : null;
  if (given === undefined || given === null) return undefined;
  if (value === undefined) return {};
  const match = matcher(value).exec(given);
  return match ? { ...match.groups } : undefined;
}

function apply(route: Route, walk: Walk): void {
  const match = route.src ? matcher(route.src).exec(walk.path) : null;
  if (route.src && !match) return;
  const caught: Record<string, string | undefined> = { ...match?.groups };
  match?.forEach((part, i) => {
    caught[i] = part;
  });
  for (const condition of route.has ?? []) Object.assign(caught, holds(condition, walk));
  const filled = (text: string) => text.replace(/\$(\w+)/g, (_, name: string) => caught[name] ?? "");
  for (const [name, value] of Object.entries(route.headers ?? {}))
    walk.headers[name.toLowerCase()] = filled(value);
  if (route.status) walk.status = route.status;
  if (!route.dest) return;
  const [path = "", query = ""] = splitOnce(route.dest, "?");
  walk.path = filled(path);
  // Captured values are still encoded.
  for (const [name, value] of new URLSearchParams(query)) walk.query.append(name, decode(filled(value)));
}

function splitOnce(text: string, mark: string): string[] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
