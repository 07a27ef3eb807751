/** Characters of filler an upload measurement may send. */
export const networkCheckCharsMax = 300_000;

/** What a message to support can be about. */
export const contactTopics = ['ticket', 'payment', 'account', 'hosting', 'room', 'other'] as const;
export type ContactTopic = (typeof contactTopics)[number];
