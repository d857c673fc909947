export function phoneLink(phoneNumber: string): string {
  return `tel:${phoneNumber.replace(/[^\d+]/g, "")}`;
}

export function mailLink(email: string): string {
  return `mailto:${email}`;
}

/** A web address that may be followed, as a host gave it; null for anything else ("javascript:…"). */
export function webLink(address: string): string | null {
  const url = URL.parse(address);
  return url && /^https?:$/.test(url.protocol) && !url.username && !url.password ? url.href : null;
}
