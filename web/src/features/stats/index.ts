/** What other features may use of stats. */
export { ChartCard } from './ChartCard.tsx';
