#!/usr/bin/env bash
# Runs once, when the primary's database is created: a role for the standby, which may copy and follow.
set -euo pipefail
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -d "$POSTGRES_DB" -v password="$REPLICATION_PASSWORD" <<'SQL'
create role standby replication login password :'password';
select pg_create_physical_replication_slot('standby');
alter system set max_slot_wal_keep_size = '4GB';
SQL
echo 'host replication standby all scram-sha-256' >> "$PGDATA/pg_hba.conf"
