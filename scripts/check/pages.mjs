import { existsSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { checkout } from '../launch/checkout.mjs';
import { everything, linesOf } from './sources.mjs';

const rulesPage = 'docs/rules.md';
/** Pages whose files must be there. */
const securityPage = 'docs/security.md';
const namingPages = [rulesPage, securityPage];
const link = /\]\((?!https?:|mailto:|#)([^)#\s]+)/g;
const rowId = /^\| ([A-Z]{1,2}\d+) \|/;
/** A row of the security page that says "met" has to name a test. */
const metRow = /^\| V[^|]*\| met \|/;
const namedTest = /`[^`\s]+\.test\.tsx?`/;
/** A test of that page by its file and its title: "the same file" is the one named before it. */
const namedTitle = /(`[^`\s]+\.test\.tsx?`|the same file),? "([^"]+)"/g;
const namedPath = /`((?:artwork|core|contract|server|web|e2e|bench|scripts|docs|ops)\/[^`\s]+)`/g;
const reference = /\brules? ([A-Z]{1,2}\d{1,2})\b/g;
const decisions = 'docs/decisions/';
const decisionsPage = `${decisions}README.md`;
const record = /^docs\/decisions\/\d{4}-[^/]+\.md$/;
/** Pages about this code, not those of a folder of files from outside. */
const ownPage = /^(docs\/.*|[A-Z]+)\.md$/;
/** A source file named without the folders above it: `checkout/purchase.ts`. */
const namedSource = /`([\w./-]+\.tsx?)`/g;

/**
 * @returns {string[]} broken links, names of files that do not exist, references to unknown rules, "met" lines without
 *   a test, decision records that their list lacks
 */
export function brokenReferences() {
  const found = [];
  const rules = linesOf(rulesPage);
  const ids = new Set(rules.flatMap((line) => rowId.exec(line)?.[1] ?? []));
  for (const path of everything()) {
    if (path.endsWith('.md')) {
      linesOf(path).forEach((line, index) => {
        for (const [, target = ''] of line.matchAll(link))
          if (!exists(normalize(join(dirname(path), target)))) found.push(`${path}:${index + 1}: no ${target}`);
      });
    } else if (/\.(ts|tsx|sql|mjs)$/.test(path)) {
      linesOf(path).forEach((line, index) => {
        for (const [, id = ''] of line.matchAll(reference))
          if (!ids.has(id)) found.push(`${path}:${index + 1}: ${rulesPage} has no rule ${id}`);
      });
    }
  }
  for (const page of namingPages)
    linesOf(page).forEach((line, index) => {
      for (const [, path = ''] of line.matchAll(namedPath)) {
        if (!exists(path)) found.push(`${page}:${index + 1}: no ${path}`);
        else if (page === rulesPage && statSync(join(checkout, path)).isDirectory())
          found.push(`${page}:${index + 1}: ${path} is a folder: name the file`);
      }
    });
  linesOf(securityPage).forEach((line, index) => {
    if (metRow.test(line) && !namedTest.test(line))
      found.push(`${securityPage}:${index + 1}: met, but no test is named`);
    let file = '';
    for (const [, named = '', title = ''] of line.matchAll(namedTitle)) {
      file = named.startsWith('`') ? named.slice(1, -1) : (namedTest.exec(line)?.[0].slice(1, -1) ?? file);
      if (exists(file) && !linesOf(file).join('\n').includes(`'${title}'`))
        found.push(`${securityPage}:${index + 1}: ${file} has no test "${title}"`);
    }
  });
  return [...found, ...unlistedRecords(), ...missingSources()];
}

/** @returns {string[]} decision records without a line, with their title, in the list */
function unlistedRecords() {
  const list = linesOf(decisionsPage);
  return everything()
    .filter((path) => record.test(path))
    .flatMap((path) => {
      const name = path.slice(decisions.length);
      const line = `${Number(name.slice(0, 4))}. [${linesOf(path)[0]?.replace(/^# /, '')}](${name})`;
      return list.includes(line) ? [] : [`${decisionsPage}: no line “${line}”`];
    });
}

/** @returns {string[]} source files that a page names and that no path ends with */
function missingSources() {
  const paths = everything();
  const ends = paths.map((path) => `/${path}`);
  return paths
    .filter((path) => ownPage.test(path))
    .flatMap((page) =>
      linesOf(page).flatMap((line, index) =>
        Array.from(line.matchAll(namedSource), ([, path = '']) => path.replace(/^(\.\.\/)+/, ''))
          .filter((path) => !ends.some((end) => end.endsWith(`/${path}`)))
          .map((path) => `${page}:${index + 1}: no ${path}`),
      ),
    );
}

/** @param {string} path */
const exists = (path) => existsSync(join(checkout, path));
