/** Whether a row was refused because its host's time is taken: by the constraint `host_time_free`. */
export function isTimeTaken(error: unknown): boolean {
  const { code, constraint } = error as { readonly code?: string; readonly constraint?: string };
  return code === '23P01' && constraint === 'host_time_free';
}
