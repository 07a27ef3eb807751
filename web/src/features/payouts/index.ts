/** What other features may use. A page that shows it loads the texts `payouts`. */
export { RequestPayout } from './RequestPayout.tsx';
