import { readFileSync } from 'node:fs';

/** @typedef {{ status: string, duration: number, errors: { message?: string }[] }} JourneyRun */
/** @typedef {{ status: string, results: JourneyRun[] }} JourneyTest */
/** @typedef {{ title: string, file: string, tests: JourneyTest[] }} Journey */
/** @typedef {{ suites?: JourneySuite[], specs: Journey[] }} JourneySuite */

/** What our checks, vitest or Playwright wrote; undefined where they wrote none. @param {string} file @returns {any} */
export function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** All journeys in what Playwright wrote, of every group. @param {any} report @returns {Journey[]} */
export const journeysOf = (report) => (report?.suites ?? []).flatMap(inSuite);

/** @param {JourneySuite} suite @returns {Journey[]} */
const inSuite = ({ suites = [], specs }) => [...suites.flatMap(inSuite), ...specs];
