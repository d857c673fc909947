// Path reached by Back, Forward or a reload, until the next navigation.
let revisited = typeof window !== "undefined" && wasReloaded() ? window.location.pathname : null;

const TRAIL = "trail";

export function watchHistory(): () => void {
  const note = () => {
    revisited = window.location.pathname;
  };
  window.addEventListener("popstate", note);
  return () => window.removeEventListener("popstate", note);
}

export function recordVisit(path: string): void {
  const isBack = revisited === path;
  const trail = isBack || isFromThisSite() ? readTrail() : [];
  const at = isBack ? trail.lastIndexOf(path) : -1;
  const walked = at >= 0 ? trail.slice(0, at + 1) : trail.at(-1) === path ? trail : [...trail, path];
  sessionStorage.setItem(TRAIL, JSON.stringify(walked.slice(-50)));
  if (!isBack) revisited = null;
}

export function isRevisit(): boolean {
  return revisited === window.location.pathname;
}

/** For browsers without the Navigation API (Safari before 26.2, Firefox before 147). */
export function previousPath(): string | undefined {
  return readTrail().at(-2);
}

function readTrail(): string[] {
  return JSON.parse(sessionStorage.getItem(TRAIL) ?? "[]");
}

let isFirst = true;
/** A page loaded from elsewhere starts a new trail. */
function isFromThisSite(): boolean {
  const first = isFirst;
  isFirst = false;
  return !first || document.referrer.startsWith(`${window.location.origin}/dashboard`);
}

function wasReloaded(): boolean {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return entry?.type === "reload" || entry?.type === "back_forward";
}
