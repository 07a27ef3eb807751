/** What other features may use of hosts. */
export { FollowButton } from './FollowButton.tsx';
