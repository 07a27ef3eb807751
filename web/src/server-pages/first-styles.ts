/** A rule of a stylesheet; behind `@media` and its like stand more rules. */
interface Rule {
  readonly head: string;
  readonly body: string | readonly Rule[];
}

const groups = /^@(media|layer|supports|container)\b/;
const nextMark = /[{;}]/g;

/** Reads a built stylesheet: no comments in it, and no braces in its texts. */
export function rulesOf(css: string): readonly Rule[] {
  const rules: Rule[] = [];
  let at = 0;
  while (at < css.length) {
    nextMark.lastIndex = at;
    const mark = nextMark.exec(css);
    if (!mark) break;
    const head = css.slice(at, mark.index).trim();
    at = mark.index + 1;
    if (mark[0] !== '{') {
      if (head) rules.push({ head, body: '' });
      continue;
    }
    const begin = at;
    for (let depth = 1; depth > 0 && at < css.length; at++) {
      if (css[at] === '{') depth++;
      if (css[at] === '}') depth--;
    }
    const body = css.slice(begin, at - 1);
    rules.push({ head, body: groups.test(head) ? rulesOf(body) : body });
  }
  return rules;
}

/** Letters of other scripts; ours begin at nought. */
const isOtherScript = (face: string): boolean => /unicode-range:\s*U\+(?!\?\?|0+-)/i.test(face);

/** Fonts that are fetched come with the whole stylesheets, after the first picture; without scripts nothing comes later. */
const faceWritten = (face: string): string => {
  const rule = `@font-face{${face}}`;
  if (!face.includes('url(')) return rule;
  return isOtherScript(face) ? '' : `@media (scripting:none){${rule}}`;
};

/** A comma inside brackets, however deep, does not end a selector. */
function selectorsOf(head: string): readonly string[] {
  const selectors = [''];
  let depth = 0;
  for (const char of head) {
    if (char === '(') depth++;
    if (char === ')') depth--;
    if (char === ',' && depth === 0) selectors.push('');
    else selectors[selectors.length - 1] += char;
  }
  return selectors;
}

/** The classes a selector needs; what stands in brackets (`:not(.a)`, `:where(.a, .b)`) may be so or otherwise. */
function classesOf(selector: string): readonly string[] {
  let bare = selector;
  for (let before = ''; before !== bare;) [before, bare] = [bare, bare.replaceAll(/\([^()]*\)/g, '')];
  return [...bare.matchAll(/\.((?:[\w-]|\\.)+)/g)].map(([, name]) => name!.replaceAll('\\', ''));
}

function written(rules: readonly Rule[], isWorn: (name: string) => boolean): string {
  const fits = (selector: string): boolean => classesOf(selector).every(isWorn);
  return rules
    .map(({ head, body }) => {
      if (typeof body !== 'string') {
        const inner = written(body, isWorn);
        return inner && `${head}{${inner}}`;
      }
      if (head === '@font-face') return faceWritten(body);
      if (head.startsWith('@')) return body ? `${head}{${body}}` : `${head};`;
      const selectors = selectorsOf(head).filter(fits);
      return selectors.length > 0 ? `${selectors.join(',')}{${body}}` : '';
    })
    .join('');
}

/** What a drawn page needs of its stylesheets: the rules whose classes stand in its markup, and the variables that anything asks for. */
export function firstStyles(sheets: readonly (readonly Rule[])[], markup: string): string {
  const worn = new Set([...markup.matchAll(/class="([^"]*)"/g)].flatMap(([, names]) => names!.split(/\s+/)));
  const styles = sheets.map((rules) => written(rules, (name) => worn.has(name))).join('\n');
  const asked = new Set([...`${styles}${markup}`.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name));
  return styles.replaceAll(/(--[\w-]+):[^;{}]*(?:;|(?=\}))/g, (set, name) => (asked.has(name) ? set : ''));
}
