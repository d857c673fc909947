/** Runs that ever found something. */
export const failedSeeds = [
  { seed: 1, days: 1, load: 0.6, found: "A simulated person entered an address twice." },
];
