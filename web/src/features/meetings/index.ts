/** What other features may use of private meetings. */
export { AskButton } from './ask/AskButton.tsx';
