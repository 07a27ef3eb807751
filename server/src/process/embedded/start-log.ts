/** What the embedded parts say while they start and run. A pino logger fits. */
export interface StartLog {
  info(message: string): void;
  warn(message: string): void;
}
