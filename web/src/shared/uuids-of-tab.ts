const keptMax = 20;

interface UuidsOfTab {
  read(): readonly string[];
  write(uuids: readonly string[]): void;
  add(uuid: string): void;
}

/** A short list, newest first, that is kept for this tab only, so that nothing stays on a shared computer. */
export function uuidsOfTab(key: string): UuidsOfTab {
  /** Nothing is stored where the server draws, or where the browser denies its storage. */
  const read = (): readonly string[] => {
    try {
      const found: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
      return Array.isArray(found) ? found : [];
    } catch {
      return [];
    }
  };
  const write = (uuids: readonly string[]): void => {
    try {
      sessionStorage.setItem(key, JSON.stringify(uuids.slice(0, keptMax)));
    } catch {
      // Someone who also keeps them elsewhere has them until the page is loaded again.
    }
  };
  return { read, write, add: (uuid) => write([uuid, ...read()]) };
}
