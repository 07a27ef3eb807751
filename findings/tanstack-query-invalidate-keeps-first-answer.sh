#!/usr/bin/env bash
# @tanstack/query-core 5.108.0: `invalidateQueries` while the first answer of a query is still under way.
# Expected: as `refetchQueries`, which it calls, documents: a fetch that is running is cancelled, and a new one starts.
# Seen: only where the query has an answer already. Otherwise nobody is asked again, and the answer that was asked for
# before the change counts as fresh: asked 1 time(s), shows "before". With an answer: asked 2 time(s), shows "after".
# Why it matters: on a slow line a change is often made before the page's first answers are there, and then the page
# shows what was true before it. Cancelling the query in the same turn, `silent`, makes it ask again.
# Exits 0 while this is so.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @tanstack/query-core@5.108.0 >/dev/null
cat > run.mjs <<'JS'
import { QueryClient, QueryObserver } from '@tanstack/query-core';

async function changeDuring(first) {
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } });
  const answers = [];
  let state = 'before';
  const observer = new QueryObserver(client, {
    queryKey: ['line'],
    queryFn: () => {
      const seen = state;
      return new Promise((resolve) => answers.push(() => resolve(seen)));
    },
    staleTime: 60_000,
    ...(first ? {} : { initialData: 'an answer' }),
  });
  const stop = observer.subscribe(() => {});
  if (!first) void observer.refetch();
  state = 'after';
  const done = client.invalidateQueries({ queryKey: ['line'] });
  for (const answer of answers) answer();
  await done;
  const { data } = observer.getCurrentResult();
  stop();
  return `asked ${answers.length} time(s), shows "${data}"`;
}

console.log(`${await changeDuring(true)}; with an answer: ${await changeDuring(false)}`);
JS
seen=$(node run.mjs)
echo "$seen"
[ "$seen" = 'asked 1 time(s), shows "before"; with an answer: asked 2 time(s), shows "after"' ]
