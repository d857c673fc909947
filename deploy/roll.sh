#!/bin/sh
# Starts web and host anew, one after the other, out of a new image; the one beside it answers meanwhile.
# For compose.yaml with --profile two. deploy/roll.sh
set -e
cd "$(dirname "$0")/.."
docker compose --profile two build
for service in host host-2 web web-2; do
  docker compose --profile two up -d --no-deps --wait "$service"
done
