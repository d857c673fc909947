type Names = { firstName: string; lastName: string };

const TITLE = /^(mr|mrs|ms|miss|dr|herr|frau|m|mme|monsieur|madame)\.?$/i;

/** A name as the form takes it: without quotation marks, and with a word for "&". */
export function tidyName(name: string): string {
  return name
    .replace(/["“”„«»]/g, "")
    .replace(/ ?[&+] ?/g, " and ")
    .replace(/\s+/g, " ")
    .trim();
}

/**
 * One column with both names. "Anna Maria van Dijk" → "Anna", "Maria van Dijk"; "Okafor, Amara" → "Amara", "Okafor";
 * "Anna & Ben Miller" → "Anna and Ben", "Miller"; "Mr and Mrs Smith" → "Mr and Mrs", "Smith".
 */
export function splitName(written: string): Names {
  const name = tidyName(written);
  const [last = "", given] = name.split(/, */);
  if (given) return { firstName: given, lastName: last };
  const words = name.split(" ");
  const and = words.findIndex((word, i) => i > 0 && /^(and|und|et)$/i.test(word));
  if (and < 0 || and === words.length - 1)
    return { firstName: words[0] ?? "", lastName: words.slice(1).join(" ") };

  const joiner = words[and];
  const [one = "", ...oneRest] = words.slice(0, and);
  const [other = "", ...otherRest] = words.slice(and + 1);
  if (TITLE.test(other) && otherRest.length > 1) {
    // "Mr and Mrs John Smith": the given name stays with the titles.
    return {
      firstName: [one, joiner, other, otherRest[0]].join(" "),
      lastName: otherRest.slice(1).join(" "),
    };
  }
  const lasts = [...new Set([oneRest.join(" "), otherRest.join(" ")].filter(Boolean))];
  return { firstName: `${one} ${joiner} ${other}`, lastName: lasts.join(` ${joiner} `) };
}
