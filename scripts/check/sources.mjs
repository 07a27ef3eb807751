import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkout } from '../launch/checkout.mjs';

const passedOver = /^(node_modules|dist(\..*)?|test-results|playwright-report|\..*)$/;

/**
 * Every file and folder of the project, relative to the checkout; folders end in `/`. @param {string} [under]
 * @returns {string[]}
 */
export function everything(under = '') {
  return readdirSync(join(checkout, under), { withFileTypes: true }).flatMap((entry) => {
    if (passedOver.test(entry.name)) return [];
    const path = `${under}${entry.name}`;
    return entry.isDirectory() ? [`${path}/`, ...everything(`${path}/`)] : [path];
  });
}

/** @param {string} path @returns {string[]} */
export const linesOf = (path) => readFileSync(join(checkout, path), 'utf8').split('\n');
