/** Of the window, in CSS pixels. */
export type Size = [width: number, height: number];

/** What both browsers' protocols can do; all else is made of it (page.ts). */
export type Driver = {
  name: string;
  goTo: (url: string) => Promise<void>;
  /** Calls a function of one text in the page, with one value as JSON; answers what it returns. */
  call: <T>(source: string, given: unknown) => Promise<T>;
  /** Input as of a person: a list of sources as both protocols have it. */
  act: (actions: object[]) => Promise<void>;
  /** What the console has called an error so far; where the protocol does not tell, nothing. */
  errors: () => string[];
  close: () => Promise<void>;
};
