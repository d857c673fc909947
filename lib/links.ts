export function phoneLink(phoneNumber: string): string {
  return `tel:${phoneNumber.replace(/[^\d+]/g, "")}`;
}

export function mailLink(email: string): string {
  return `mailto:${email}`;
}
