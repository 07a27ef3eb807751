/** What other features may use of private meetings. */
export { RequestMeetingButton } from './new-request/RequestMeetingButton.tsx';
