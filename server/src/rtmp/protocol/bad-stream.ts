/** What an encoder sent cannot be understood, or is over a limit: its connection ends. */
export class BadStream extends Error {}
