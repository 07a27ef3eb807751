/**
 * Which texts of the address a search field sent itself. The address follows later than the typing: an older text of
 * ours that arrives late must not replace what was typed since.
 */
export interface OwnSearches {
  /** Remembers a text as sent; false where it is the last one already. */
  sends(text: string): boolean;
  /** Takes the text that the address has now; true where it came from elsewhere, as by the back button. */
  isForeign(text: string): boolean;
  /** The text that was sent or taken last. */
  latest(): string;
}

export function ownSearches(first: string): OwnSearches {
  let latest = first;
  /** Sent and not yet seen in the address, oldest first. */
  let onTheWay: string[] = [first];
  return {
    sends(text) {
      if (text === latest) return false;
      latest = text;
      onTheWay.push(text);
      return true;
    },
    isForeign(text) {
      const at = onTheWay.indexOf(text);
      if (at >= 0) {
        onTheWay = onTheWay.slice(at + 1);
        return false;
      }
      if (text === latest) return false;
      latest = text;
      onTheWay = [];
      return true;
    },
    latest: () => latest,
  };
}
