/** @type {import("next").NextConfig} */
export default {
  poweredByHeader: false,
  // React has it itself; the package is for those that have not.
  turbopack: { resolveAlias: { "use-sync-external-store/shim": "react" } },
  reactStrictMode: true,
  // The paths of the contract may end in a slash; the BFF reads them as they came.
  skipTrailingSlashRedirect: true,
  headers: async () => [
    { source: "/:path*", headers: [{ key: "X-Content-Type-Options", value: "nosniff" }] },
  ],
  // `npm run check` looks at the types of web, host and tests alike; a slip in a test must not stop a start.
  typescript: { ignoreBuildErrors: true },
  // The optimizer has had remote-code and cache advisories, and this product shows no photographs.
  images: { unoptimized: true },
};
