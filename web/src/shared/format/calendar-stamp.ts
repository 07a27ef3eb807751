/** `20261122T183000Z`, as calendar files and calendars' addresses write an instant. */
export const calendarStamp = (at: number): string => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '');
