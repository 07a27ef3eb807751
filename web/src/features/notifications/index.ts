/** What other features may use of notifications. */
export { NotifyHint } from './NotifyHint.tsx';
