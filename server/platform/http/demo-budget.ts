/** What one visitor's demo store may write, in bytes of requests. */
const MOST_BYTES = 5_000_000;
/** A small request can change many records. */
const LEAST_BYTES = 5_000;

export const DEMO_FULL = "This demo store is full, so it can’t save anything else.";

const spent = new Map<string, number>();

/** False if the store has no room left. */
export function spendInDemo(organizationId: string, bytes: number): boolean {
  const sum = (spent.get(organizationId) ?? 0) + Math.max(bytes, LEAST_BYTES);
  if (sum > MOST_BYTES) return false;
  spent.set(organizationId, sum);
  return true;
}

export function forgetDemo(organizationId: string): void {
  spent.delete(organizationId);
}
