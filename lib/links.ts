export function phoneLink(phoneNumber: string): string {
  return `tel:${phoneNumber.replace(/[^\d+]/g, "")}`;
}

export function mailLink(email: string): string {
  return `mailto:${email}`;
}

/** A web address that may be followed, as a host gave it; null for anything else ("javascript:…"). */
export function webLink(address: string): string | null {
  const url = urlOf(address);
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.href : null;
}

/** What URL.parse will be, once every browser has it. */
export function urlOf(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}
