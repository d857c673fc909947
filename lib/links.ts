export function phoneLink(phoneNumber: string): string {
  return `tel:${phoneNumber.replace(/[^\d+]/g, "")}`;
}

export function mailLink(email: string): string {
  return `mailto:${email}`;
}

/** A safe web address from a host; null for anything else ("javascript:…"). */
export function webLink(address: string): string | null {
  const url = urlOf(address);
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.href : null;
}

/** URL.parse, for browsers without it. */
export function urlOf(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}
