/**
 * The namespace of the socket that tells people outside of rooms what is new: hosts of their activity, both sides of a
 * private request of its steps.
 */
export const activityNamespace = '/activity';

/** What the socket pushes: something changed. What it is, `GET /activity` answers. */
export interface ActivityUpdates {
  activity: () => void;
  /** A private request has a new step: `GET /private_requests` answers it. */
  requests: () => void;
}

export interface ActivityHandshake {
  token: string;
}
