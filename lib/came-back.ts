// Whether the current page was reached by Back or Forward. Next tells nobody.
let cameBack = false;

export function watchHistory(): () => void {
  const note = () => {
    cameBack = true;
  };
  window.addEventListener("popstate", note);
  return () => window.removeEventListener("popstate", note);
}

/** To be called when a page has been reached, after its parts have asked. */
export function arrived(): void {
  cameBack = false;
}

export function hasComeBack(): boolean {
  return cameBack;
}
