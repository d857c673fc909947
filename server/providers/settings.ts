/**
 * The host's environment for accounts of people.
 *
 * - `allowPrivateHosts`: whether mail and calendar servers that they enter may be in this network.
 * - `unipile`: the service that connects Google and Microsoft accounts; null without one.
 */
export type ProviderSettings = {
  allowPrivateHosts: boolean;
  unipile: { url: string; key: string } | null;
};

/** Throws a sentence for a value that makes no sense. */
export function readProviderSettings(env: NodeJS.ProcessEnv): ProviderSettings {
  return {
    allowPrivateHosts: env.ALLOW_PRIVATE_HOSTS === "1",
    unipile: unipileOf(env.UNIPILE_DSN ?? "", env.UNIPILE_API_KEY ?? ""),
  };
}

/** People store the DSN ("api1.unipile.com:13111") with a scheme too. */
function unipileOf(dsn: string, key: string): ProviderSettings["unipile"] {
  if (!dsn && !key) return null;
  if (!dsn || !key) throw new Error("UNIPILE_DSN and UNIPILE_API_KEY must both be set");
  const url = URL.parse(/^https?:\/\//i.test(dsn) ? dsn : `https://${dsn}`);
  if (!url?.hostname) throw new Error("UNIPILE_DSN must be a host like api1.unipile.com:13111");
  // Only a stand-in on this machine goes without TLS.
  if (url.hostname !== "127.0.0.1") url.protocol = "https:";
  return { url: `${url.origin}/api/v1`, key };
}
