import { PHASE_PRODUCTION_BUILD } from "next/constants.js";
import { sourcesHash } from "./scripts/setup/build.mjs";

/** @returns {import("next").NextConfig} */
export default function config(phase) {
  const build = phase === PHASE_PRODUCTION_BUILD ? sourcesHash().slice(0, 16) : undefined;
  return { ...common, ...(build && namedBy(build)) };
}

/**
 * Every answer names its build, so that a page learns of a newer one (lib/page-state.ts). The name comes from the sources:
 * to Next, machines that build for themselves run the same build then, and no link between them loads a page anew.
 * @returns {import("next").NextConfig}
 */
function namedBy(build) {
  return {
    generateBuildId: () => build,
    env: { BUILD: build },
    headers: async () => [{ source: "/:path*", headers: [...NOSNIFF, { key: "X-Build", value: build }] }],
  };
}

const NOSNIFF = [{ key: "X-Content-Type-Options", value: "nosniff" }];

/** @type {import("next").NextConfig} */
const common = {
  // Fewer, larger files: each costs a request of the first view, and is packed by itself.
  experimental: {
    turbopackChunking: { minChunkSize: 400_000, maxMergeChunkSize: 2_000_000, maxChunkCountPerGroup: 8 },
  },
  // For the image (scripts/image/pack.mjs), which holds what is needed to run it and nothing else.
  ...(process.env.STANDALONE && { output: "standalone", outputFileTracingRoot: import.meta.dirname }),
  poweredByHeader: false,
  // React has it itself; the package is for those that have not.
  turbopack: { resolveAlias: { "use-sync-external-store/shim": "react" } },
  reactStrictMode: true,
  // The paths of the contract may end in a slash; the BFF reads them as they came.
  skipTrailingSlashRedirect: true,
  headers: async () => [{ source: "/:path*", headers: NOSNIFF }],
  // `npm run check` looks at the types of web, host and tests alike; a slip in a test must not stop a start.
  typescript: { ignoreBuildErrors: true },
  // The optimizer has had remote-code and cache advisories, and this product shows no photographs.
  images: { unoptimized: true },
};
