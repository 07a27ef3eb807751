/** The namespace of the socket that tells hosts of their activity. */
export const activityNamespace = '/activity';

/** What the socket pushes: something changed. What it is, `GET /activity` answers. */
export interface ActivityUpdates {
  activity: () => void;
}

export interface ActivityHandshake {
  token: string;
}
