#!/usr/bin/env bash
# zod 4.6.7, type-checked by TypeScript 7.0.2: a table of schemas that is compared with `z.ZodType` (by `satisfies`, or as
# an argument of a function) makes the compiler learn many times the types that the same table has when it is compared
# with `z.core.$ZodType`.
# Expected: both name "any schema" with the same two type parameters, and comparing an object schema with either costs
# about the same.
# Seen: `z.ZodType` has some sixty methods with type parameters, which are compared again for each schema with another
# shape; `$ZodType` has one property. Every program that imports the table pays for it, and again in each checker that
# the compiler runs at the same time.
# Why it matters: a contract of a few hundred calls took the type check of server, web and lint rules two to four times
# as long.
# Exits 0 while the first needs at least twice the types of the second.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
npm install --silent --no-audit --no-fund --prefix "$dir" zod@4.6.7 typescript@7.0.2
typesWith() {
  {
    echo "import { z } from 'zod';"
    echo "export const calls = {"
    for nth in $(seq 200); do
      echo "  call$nth: { body: z.object({ id$nth: z.string(), amount: z.number(), note: z.string().optional() }) },"
    done
    echo "} satisfies Record<string, { body: $1 }>;"
  } >"$dir/table.ts"
  (cd "$dir" && npx tsc --noEmit --strict --skipLibCheck --module nodenext --target es2023 --types '' --checkers 1 \
    --extendedDiagnostics table.ts) | awk '/^Types:/ { print $2 }'
}
whole=$(typesWith z.ZodType)
core=$(typesWith 'z.core.$ZodType')
echo "types: $whole with z.ZodType, $core with z.core.\$ZodType"
((whole >= 2 * core))
