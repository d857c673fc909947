/** `running`: recipients are fixed. `stopped`: unsent emails never leave. */
export const campaignStates = ["draft", "scheduled", "running", "paused", "stopped", "done"] as const;
export type CampaignState = (typeof campaignStates)[number];
