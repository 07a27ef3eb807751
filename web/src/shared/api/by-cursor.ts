/** Options of an infinite query whose call takes a cursor, and whose answer names the next page's. */
export const byCursor = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor: next }: { next_cursor?: string | null | undefined }): string | undefined =>
    next ?? undefined,
};
