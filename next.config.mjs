import { PHASE_PRODUCTION_BUILD } from "next/constants.js";
import manifest from "./package.json" with { type: "json" };
import { sourcesHash } from "./scripts/setup/build.mjs";
import { compressFiles, writeCodeList } from "./scripts/setup/code-list.mjs";

// Only for Next's own server. Platforms compress files themselves.
const COMPRESSED = process.env.COMPRESS === "1" ? ["js", "css"] : [];

/** @returns {import("next").NextConfig} */
export default function config(phase) {
  const build = phase === PHASE_PRODUCTION_BUILD ? sourcesHash().slice(0, 16) : undefined;
  return { ...common, ...(build && namedBy(build)) };
}

/**
 * Every answer names its build, so pages notice a newer one (lib/page-state.ts). A hash of the sources, so
 * machines that build separately serve the same build.
 * @returns {import("next").NextConfig}
 */
function namedBy(build) {
  return {
    generateBuildId: () => build,
    env: { ...common.env, BUILD: build },
    compiler: {
      runAfterProductionCompile: async ({ distDir }) => {
        writeCodeList(distDir, build);
        if (COMPRESSED.length > 0) await compressFiles(distDir);
      },
    },
    rewrites: async () => ({
      beforeFiles: COMPRESSED.map((extension) => ({
        ...brotliRequest(extension),
        destination: `${fileOf(extension)}.br`,
      })),
    }),
    headers: async () => [
      { source: "/:path*", headers: [...NOSNIFF, { key: "X-Build", value: build }] },
      ...COMPRESSED.map((extension) => ({
        ...brotliRequest(extension),
        headers: [
          { key: "Content-Encoding", value: "br" },
          {
            key: "Content-Type",
            value: `text/${extension === "js" ? "javascript" : extension}; charset=UTF-8`,
          },
          { key: "Vary", value: "Accept-Encoding" },
        ],
      })),
    ],
  };
}

const brotliRequest = (extension) => ({
  source: fileOf(extension),
  has: [
    {
      type: "header",
      key: "accept-encoding",
      value: "(?:.*[,\\s])?br(?:;q=(?:1|0\\.[1-9])[\\d.]*)?(?:[,\\s].*)?",
    },
  ],
});
const fileOf = (extension) => `/_next/static/chunks/:file.${extension}`;

const NOSNIFF = [{ key: "X-Content-Type-Options", value: "nosniff" }];

/** @type {import("next").NextConfig} */
const common = {
  // For the container image (scripts/image/pack.mjs).
  ...(process.env.STANDALONE && { output: "standalone", outputFileTracingRoot: import.meta.dirname }),
  env: { VERSION: manifest.version },
  poweredByHeader: false,
  // In seconds. Prefetched screens hold no data.
  experimental: { staleTimes: { static: 86_400 } },
  // React has this built in.
  turbopack: { resolveAlias: { "use-sync-external-store/shim": "react" } },
  reactStrictMode: true,
  // API paths may end with a slash, and the BFF reads them unchanged.
  skipTrailingSlashRedirect: true,
  headers: async () => [{ source: "/:path*", headers: NOSNIFF }],
  // `npm run check` checks all types. A type error in a test must not prevent a start.
  typescript: { ignoreBuildErrors: true },
  // The image optimizer has had security advisories and isn't needed here.
  images: { unoptimized: true },
};
