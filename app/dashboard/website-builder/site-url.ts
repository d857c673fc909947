const ID = /^[A-Za-z0-9_-]{1,64}$/;

/** The page of an id at the builder; null for what is no id and could lead anywhere else. */
export function siteUrl(frameUrl: string, miniExtId: string): string | null {
  return ID.test(miniExtId) ? `${frameUrl.replace(/\/$/, "")}/${miniExtId}` : null;
}
