import type { PostHog } from "posthog-js";
import type { ActName } from "#lib/contract/contract.ts";

let service: Promise<PostHog> | undefined;

/**
 * Sends the usage event of a create, update, delete or another act: its row's name, whether it worked, and the status
 * of a failure. Never whose or what: no ids, no texts, no addresses. Nothing is loaded or sent unless the deployment
 * names an analytics service, which the dashboard's layout then writes into the page.
 */
export function track(name: ActName, outcome: "success" | "failure", status?: number): void {
  const configured = document.querySelector<HTMLMetaElement>('meta[name="analytics"]')?.content;
  if (!configured) return;
  service ??= import("./analytics.ts")
    .then(({ connect }) => connect(JSON.parse(configured)))
    .catch((error) => {
      service = undefined;
      throw error;
    });
  // Whoever blocks the service keeps using the product.
  service.then((posthog) => posthog.capture(name, { outcome, status })).catch(() => {});
}
