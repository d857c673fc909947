/** Whether single letters act as shortcuts; a choice of this browser. */
export function singleKeysOn(): boolean {
  return localStorage.getItem("single-keys") !== "off";
}

export function setSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem("single-keys");
  else localStorage.setItem("single-keys", "off");
}
