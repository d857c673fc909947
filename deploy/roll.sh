#!/bin/sh
# Rolling upgrade for compose.yaml with --profile two: builds a new image and restarts one container after another.
# The second web app and host answer in the meantime. Usage: deploy/roll.sh
set -e
cd "$(dirname "$0")/.."
docker compose --profile two build
for service in host host-2 web web-2; do
  docker compose --profile two up -d --no-deps --wait "$service"
done
