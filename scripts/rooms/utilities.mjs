const UTILITY = /^@utility ([\w*-]+)/gm;

/** Tailwind would merge both definitions silently. */
export function repeatedUtilities(files) {
  const known = new Map();
  const found = [];
  for (const [file, text] of files) {
    if (!file.endsWith(".css")) continue;
    for (const { 1: name, index } of text.matchAll(UTILITY)) {
      const first = known.get(name);
      const line = text.slice(0, index).split("\n").length;
      if (first) found.push({ file, line, what: `defines ${name}, as ${first} does` });
      else known.set(name, `${file}:${line}`);
    }
  }
  return found;
}
