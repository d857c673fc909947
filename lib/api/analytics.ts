import { type PostHog, posthog } from "posthog-js/no-external";

export function connect({ key, url }: { key: string; url: string }): PostHog {
  return posthog.init(key, {
    api_host: url,
    persistence: "memory",
    person_profiles: "never",
    autocapture: false,
    rageclick: false,
    capture_pageview: false,
    capture_pageleave: false,
    capture_performance: false,
    capture_heatmaps: false,
    capture_dead_clicks: false,
    capture_exceptions: false,
    disable_session_recording: true,
    disable_surveys: true,
    disable_product_tours: true,
    disable_conversations: true,
    disable_web_experiments: true,
    disable_external_dependency_loading: true,
    advanced_disable_flags: true,
    advanced_disable_feature_flags: true,
    save_referrer: false,
    save_campaign_params: false,
    // All users are signed in, so bots don't matter.
    opt_out_useragent_filter: true,
    request_batching: false,
    disable_compression: true,
    before_send: (event) => event && { ...bare(event), properties: allowedProperties(event.properties) },
  });
}

function bare<E extends { $set?: unknown; $set_once?: unknown }>({ $set, $set_once, ...event }: E) {
  return event;
}

const SENT = ["token", "distinct_id", "outcome", "status"];

/** Leaves out page addresses, because they contain ids and searches. */
function allowedProperties(properties: Record<string, unknown>) {
  const kept = Object.entries(properties).filter(([name]) => SENT.includes(name));
  return {
    ...Object.fromEntries(kept),
    $process_person_profile: false,
    $geoip_disable: true,
    $ip: "0.0.0.0",
  };
}
