#!/usr/bin/env bash
# Copies the primary once, then follows it as a hot standby.
set -euo pipefail
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  install -d -o postgres -g postgres -m 700 "$PGDATA"
  export PGPASSWORD="$REPLICATION_PASSWORD"
  gosu postgres pg_basebackup -h primary -U standby -S standby -D "$PGDATA" -R -X stream
fi
exec docker-entrypoint.sh postgres
