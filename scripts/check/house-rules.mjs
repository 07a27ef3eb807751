import { everything, linesOf } from './sources.mjs';

const linesMax = 400;
const sqlColumnsMax = 120;
/** A file of stories may be longer than a file of rules. */
const testLinesMax = 600;
const source = /\.(ts|tsx|mjs|js|css|sql)$/;
const test = /(\.test\.tsx?$|^server\/test\/|^e2e\/|^bench\/|^scripts\/|\.suite\.ts$)/;
/** Written by a program (server/test/host-api-types.ts). */
const generated = /^client\/src\/host-api\.ts$/;
const drawers = /(^|\/)(utils?|helpers?|managers?|services?|data|info)(\.[a-z]+|\/)/;

/**
 * Rules that are only a pattern in a place; those with `inComments` read comments too, and tests.
 * @type {{ name: string, where: RegExp, not?: RegExp, pattern: RegExp, inComments?: true }[]}
 */
const patterns = [
  {
    name: 'time is brought in by hand: kit.clock, or app_now() in SQL',
    where: /^(core|contract|server)\/src\/.*\.ts$/,
    not: /^server\/src\/adapters\/clock\//,
    pattern: /new Date\(\)|(?<!['"`])\bDate\.now\b|\bTemporal\.Now\b/,
  },
  {
    name: "pages count by the server's clock: serverNow(), useNow()",
    where: /^web\/src\/.*\.tsx?$/,
    // Examples for hosts' programs, which have no clock but their own.
    not: /^web\/src\/(shared\/server-clock|features\/developers\/examples)\.ts$/,
    pattern: /new Date\(\)|\bDate\.now\b|\bTemporal\.Now\b/,
  },
  {
    name: 'rules on time use app_now(), never bare now()',
    where: /^server\/src\/.*\.(ts|sql)$/,
    pattern: /(?<![\w.])(now\(\)(?!:)|current_timestamp|clock_timestamp\(\))/i,
  },
  {
    name: 'a stored function is a whole file in server/src/db/functions (docs/decisions/0033)',
    where: /^server\/src\/db\/migrations\/.*\.sql$/,
    pattern: /\bCREATE\s+(OR\s+REPLACE\s+)?(FUNCTION|PROCEDURE)\b|\bALTER\s+(FUNCTION|PROCEDURE)\b/i,
  },
  {
    name: 'stored functions are read from their files, never patched as text',
    where: /^(server|scripts|bench|e2e)\/.*\.(sql|ts)$/,
    pattern: /\bpg_get_functiondef\b|\bprosrc\b/i,
  },
  {
    name: 'whom a ticket of a person is held under is said by one function: person_holder()',
    where: /^server\/src\/.*\.(sql|ts)$/,
    not: /^server\/src\/db\/functions\/person_holder\.sql$/,
    pattern: /'u:'\s*\|\|/,
  },
  {
    name: 'colors are tokens: var(--fr-…)',
    where: /^web\/src\/(features|shared)\/.*\.(tsx|css)$/,
    pattern: /(?<![\w&/])#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})\b(?!['"]?\s*\/>)/i,
  },
  {
    name: 'ids in the browser come from newId(): plain http has no crypto.randomUUID',
    where: /^web\/src\/.*\.tsx?$/,
    pattern: /\brandomUUID\b/,
  },
  {
    name: 'pages of others are opened by leavePage(), which goes on when the reader comes back',
    where: /^web\/src\/.*\.tsx?$/,
    // A calendar file is downloaded, and a popup goes elsewhere: the page stays.
    not: /^web\/src\/(shared\/leave-page|features\/(events\/EventActions|ticketing\/token-gate\/popup-of))\.tsx?$/,
    pattern: /\blocation\.(assign|replace)\((?!'\/')|\bwindow\.location = |\blocation\.href = /,
  },
  {
    name: 'tests poll with until, they never sleep',
    where: /^(artwork|e2e|server|core|contract|web)\/.*\.(test|journey|spec)\.tsx?$/,
    pattern: /waitForTimeout|\bsleep\(/,
  },
  {
    name: 'comments point to pages of this repository only: docs/rules.md, docs/decisions',
    where: /\.(ts|tsx|mjs|sql)$/,
    pattern: /\b(decisions|reliability|spec) [§F]?\d/i,
    inComments: true,
  },
  {
    name: 'a comment ends at 120 columns',
    where: /\.(ts|tsx|mjs|css)$/,
    pattern: /^(?=.{121})\s*(\/\*|\/\/|\*)/,
    inComments: true,
  },
  {
    name: 'nothing is skipped or left alone',
    where: /\.(test|journey|spec)\.tsx?$/,
    pattern: /\b(test|it|describe)\.(only|skip|todo|fixme)\(/,
  },
];

/** @param {string} path @param {string[]} lines @returns {string[]} */
function sqlRules(path, lines) {
  const found = lines.flatMap((line, index) =>
    line.length > sqlColumnsMax ? [`${path}:${index + 1}: ${line.length} columns, at most ${sqlColumnsMax}`] : [],
  );
  if (!path.startsWith('server/src/db/functions/')) return found;
  const name = path.replace(/^.*\/|\.sql$/g, '');
  const made = lines.filter((line) => /^\s*(CREATE|ALTER|DROP)\b/i.test(line));
  if (made.length !== 1 || !made[0]?.startsWith(`CREATE OR REPLACE FUNCTION ${name}(`))
    found.push(`${path}: one CREATE OR REPLACE FUNCTION ${name}(…), nothing else`);
  if (!lines[0]?.startsWith('-- ')) found.push(`${path}: begins with what the function decides`);
  return found;
}

/**
 * The lines, from 1 on, of forms that would show the browser's own messages, in its language and looks: neither `Form`
 * nor marked `noValidate`.
 * @param {string[]} lines @returns {number[]}
 */
export function formsOfTheBrowser(lines) {
  return lines.flatMap((line, index) => {
    if (!/<form\b/.test(line)) return [];
    const end = lines.findIndex((next, at) => at >= index && /(?<!=)>;?$/.test(next));
    return lines.slice(index, end + 1).some((part) => /\bnoValidate\b/.test(part)) ? [] : [index + 1];
  });
}

/** @returns {string[]} what breaks a house rule, one line each */
export function houseRules() {
  const found = [];
  for (const path of everything()) {
    if (drawers.test(path) && !path.startsWith('docs/')) found.push(`${path}: name it for what it does`);
    if (!source.test(path) || generated.test(path)) continue;
    const lines = linesOf(path);
    if (path.endsWith('.sql')) found.push(...sqlRules(path, lines));
    const most = test.test(path) ? testLinesMax : linesMax;
    if (lines.length - 1 > most) found.push(`${path}: ${lines.length - 1} lines, at most ${most}`);
    if (path.startsWith('web/src/') && path.endsWith('.tsx'))
      for (const line of formsOfTheBrowser(lines))
        found.push(`${path}:${line}: a form says in our words what is wrong: Form, or noValidate`);
    for (const { name, where, not, pattern, inComments } of patterns) {
      if (!where.test(path) || not?.test(path)) continue;
      if (!inComments && test.test(path) && !/test|journey|spec/.test(where.source)) continue;
      lines.forEach((line, index) => {
        if (pattern.test(line) && (inComments || !/^\s*(\/\/|\*|--)/.test(line)))
          found.push(`${path}:${index + 1}: ${name}`);
      });
    }
  }
  return found;
}
