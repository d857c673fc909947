const DEFINED = /^(?:@utility ([\w*-]+)|\.(?!dark )([\w-]+)) \{/gm;
const SHARED = /^(app\/[^/]+|components\/ui\/.+)\.css$/;
const ENTITY =
  /^(?:@utility |.*\.)((?:contact|sale|note|task|template|campaign|automation|booking|appointment|letter|profile|timeline)(?:-[\w-]*)?)\b/gm;

/**
 * Each name is defined once, because Tailwind merges definitions silently. Shared stylesheets name no entity.
 */
export function stylesheetProblems(files) {
  const known = new Map();
  const found = [];
  for (const [file, text] of files) {
    if (!file.endsWith(".css")) continue;
    const report = (index, what) => found.push({ file, line: text.slice(0, index).split("\n").length, what });
    for (const { 1: utility, 2: name = utility, index } of text.matchAll(DEFINED)) {
      const first = known.get(name);
      if (first) report(index, `defines ${name}, as ${first} does`);
      else known.set(name, `${file}:${text.slice(0, index).split("\n").length}`);
    }
    if (!SHARED.test(file)) continue;
    for (const { 1: name, index } of text.matchAll(ENTITY)) {
      report(index, `names ${name}; put it into a stylesheet next to its component`);
    }
  }
  return found;
}
