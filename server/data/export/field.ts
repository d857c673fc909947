/** `moment` is written in the store's time zone. `items`, `payments`: JSON, written as lines. */
type Kind = "text" | "amount" | "day" | "moment" | "items" | "payments";
export type Field = [header: string, expression: string, kind?: Kind];
