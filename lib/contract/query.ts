type Query = Record<string, string | number | undefined>;
export type Asked = { params?: Record<string, string>; query?: Query };

/** With "?", or "". Skips empty values. */
export function queryString(query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== "") search.append(key, String(value));
  }
  return search.size > 0 ? `?${search}` : "";
}

/** A read's param and query: "/1?page=2". */
export function serializeInput(input: object): string {
  const { params = {}, query } = input as Asked;
  const [param] = Object.values(params);
  return (param === undefined ? "" : `/${param}`) + queryString(query);
}
