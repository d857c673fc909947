/**
 * The keys of one form: sending the same again (a double click, a retry after a lost answer) has the same key and
 * makes one record; other content, or the next record after a success, has a new one.
 */
export function idempotencyKeys() {
  let key = "";
  let content = "";
  return {
    keyFor(body: unknown): string {
      const next = JSON.stringify(body);
      if (!key || next !== content) key = randomKey();
      content = next;
      return key;
    },
    renew(): void {
      key = "";
    },
  };
}

// crypto.randomUUID is missing on plain http, as in a shop's own network.
function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
