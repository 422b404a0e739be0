#!/usr/bin/env bash
# Writes schema.generated.ts from a migrated database: bash server/src/db/generate-types.sh OWNER_URL
set -eu
cd "$(dirname "$0")/../../.."
kysely-codegen --url "$1" --dialect postgres --camel-case --date-parser string --include-pattern 'public.*' \
  --type-mapping '{"timestamptz":"string","int8":"number","daterange":"string","tstzrange":"string"}' \
  --out-file server/src/db/schema.generated.ts
