// What a campaign may be. Free of schemas: screens that only show one need none.

/**
 * - `draft`: nobody gets anything yet. `scheduled`: it starts by itself.
 * - `running`: whom it goes to stands, and its mails leave. `paused`: they wait.
 * - `stopped`: what had not left never does. `done`: nothing waits any more.
 */
export const campaignStates = ["draft", "scheduled", "running", "paused", "stopped", "done"] as const;
export type CampaignState = (typeof campaignStates)[number];

/** How many contacts may be chosen for one campaign; a segment has no such limit. */
export const MOST_CHOSEN = 10_000;
