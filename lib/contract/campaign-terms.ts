// Terms of campaigns. No schemas here, so screens that only show one load no zod.

/**
 * - `draft`: not started. `scheduled`: starts at its time. - `running`: the recipients are fixed and emails
 * leave. `paused`: emails wait. - `stopped`: emails that hadn't left never will. `done`: nothing is left to
 * send.
 */
export const campaignStates = ["draft", "scheduled", "running", "paused", "stopped", "done"] as const;
export type CampaignState = (typeof campaignStates)[number];

export const MOST_CHOSEN = 10_000;
