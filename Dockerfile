# One image for web app and host, with the commands `web` and `host` (scripts/image/run.mjs). It contains no settings.
# It builds for any architecture: docker buildx build --platform linux/amd64,linux/arm64 .
FROM docker.io/library/node:24.21.0-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS base

FROM base AS build
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json ./
RUN npm ci --include=dev --no-audit --no-fund --loglevel=error
COPY . .
RUN node scripts/image/pack.mjs /packed

FROM base
# New volumes get their owner from these folders.
RUN for folder in /data /backups /secrets/web /secrets/host /secrets/db; do install -d -m 700 -o 10001 -g 10001 "$folder"; done && chmod 755 /secrets/db
WORKDIR /app
COPY --from=build /packed ./
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data DRAIN_SECONDS=5 NEXT_TELEMETRY_DISABLED=1
EXPOSE 3000 4000
USER 10001:10001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s CMD ["node", "scripts/image/run.mjs", "health"]
ENTRYPOINT ["node", "scripts/image/run.mjs"]
CMD ["web"]
