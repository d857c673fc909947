export function phoneLink(number: string): string {
  return `tel:${number.replace(/[^\d+]/g, "")}`;
}

export function mailLink(email: string): string {
  return `mailto:${email}`;
}

/** Null for anything unsafe ("javascript:…"). */
export function webLink(address: string): string | null {
  const url = urlOf(address);
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.href : null;
}

/** For browsers without URL.parse. */
export function urlOf(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}
