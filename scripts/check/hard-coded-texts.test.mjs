import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseSync } from 'vite';

const source = join(import.meta.dirname, '../../web/src');
/** Attributes that people read, of elements and of our components. */
const readAttributes = new Set([
  'alt',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  'description',
  'error',
  'label',
  'placeholder',
  'text',
  'title',
]);

/** Names, examples of addresses and formats: the same in every language. */
const sameEverywhere = new Set([
  'Frontrow',
  '· Frontrow',
  'webhook-id:',
  'https://example.com',
  'https://example.com/hooks',
  'viewer@frontrow.test',
  'MM-DD-YYYY',
  '7:00 PM',
  'FR-8KQ2T7ABCD',
]);

/** @param {string} text */
const isText = (text) => /\p{L}{2}/u.test(text) && !sameEverywhere.has(text.trim());

/**
 * Texts in the markup of a file that do not come from a catalogue.
 * @param {string} name
 * @param {string} code
 * @returns {string[]}
 */
function textsInMarkup(name, code) {
  /** @type {string[]} */
  const found = [];
  /** @param {any} node */
  const look = (node) => {
    if (Array.isArray(node)) return node.forEach(look);
    if (node === null || typeof node !== 'object' || typeof node.type !== 'string') return undefined;
    if (node.type === 'JSXText' && isText(node.value)) found.push(node.value.trim());
    if (node.type === 'JSXAttribute' && readAttributes.has(nameOf(node.name)) && node.value)
      found.push(...literals(node.value));
    if (node.type === 'JSXElement' || node.type === 'JSXFragment')
      for (const child of node.children) if (child.type === 'JSXExpressionContainer') found.push(...literals(child));
    for (const value of Object.values(node)) look(value);
    return undefined;
  };
  look(parseSync(name, code).program);
  return found;
}

/** @param {any} name */
const nameOf = (name) => (name.type === 'JSXNamespacedName' ? `${name.namespace.name}:${name.name.name}` : name.name);

/**
 * Texts that an attribute or a child may have: also of both branches of a condition. @param {any} node @returns
 * {string[]}
 */
function literals(node) {
  switch (node?.type) {
    case 'JSXExpressionContainer':
      return literals(node.expression);
    case 'Literal':
      return typeof node.value === 'string' && isText(node.value) ? [node.value] : [];
    case 'TemplateLiteral':
      return node.quasis.map((/** @type {any} */ { value }) => value.cooked).filter(isText);
    case 'ConditionalExpression':
      return [...literals(node.consequent), ...literals(node.alternate)];
    case 'LogicalExpression':
      return [...literals(node.left), ...literals(node.right)];
    default:
      return [];
  }
}

test('every text that people read comes from a catalogue', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.tsx') && !name.includes('.test.'),
  );
  expect(files.length).toBeGreaterThan(200);
  const found = files.flatMap((name) =>
    textsInMarkup(name, readFileSync(join(source, name), 'utf8')).map((text) => `${name}: ${text}`),
  );
  expect(found).toEqual([]);
});

test('the check sees texts, labels and both branches of a condition', () => {
  const code = `const a = <p title="One" className="x"><b>Two words</b>{done ? 'Three' : t('x')} · {\`Four \${n}\`}<i aria-label={'Five'} /></p>;`;
  expect(textsInMarkup('a.tsx', code).toSorted()).toEqual(['Five', 'Four ', 'One', 'Three', 'Two words']);
});
