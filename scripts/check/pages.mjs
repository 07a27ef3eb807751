import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { checkout } from '../launch/checkout.mjs';
import { everything, linesOf } from './sources.mjs';

const rulesPage = 'docs/rules.md';
/** Pages whose files must be there. */
const securityPage = 'docs/security.md';
const namingPages = [rulesPage, securityPage];
const link = /\]\((?!https?:|mailto:|#)([^)#\s]+)/g;
const rowId = /^\| ([A-Z]\d+) \|/;
/** A row of the security page that says "met" has to name a test. */
const metRow = /^\| V[^|]*\| met \|/;
const namedTest = /`[^`\s]+\.test\.tsx?`/;
/** A test of that page by its file and its title: "the same file" is the one named before it. */
const namedTitle = /(`[^`\s]+\.test\.tsx?`|the same file),? "([^"]+)"/g;
const namedPath = /`((?:artwork|core|contract|server|web|e2e|bench|scripts|docs|ops)\/[^`\s]+)`/g;
const reference = /\brules? ([A-Z]\d{1,2})\b/g;

/**
 * @returns {string[]} broken links, names of files that do not exist, references to unknown rules, "met" lines without
 *   a test
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
      for (const [, path = ''] of line.matchAll(namedPath))
        if (!exists(path)) found.push(`${page}:${index + 1}: no ${path}`);
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
  return found;
}

/** @param {string} path */
const exists = (path) => existsSync(join(checkout, path));
