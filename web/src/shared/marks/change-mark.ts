import type { QueryClient } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { toastError } from '#web/shared/toasts/toast.ts';
import type { MarkKey } from './marks.ts';

export interface SavedMarks {
  readonly key: MarkKey;
  /** Says to the server what is wanted; saying it again changes nothing. */
  readonly save: (id: string, on: boolean) => Promise<unknown>;
  /** Query keys of what shows the marks, refetched after a change. */
  readonly shownBy: (id: string) => readonly (readonly unknown[])[];
}

export const saved: Readonly<Record<MarkKey, SavedMarks>> = {
  favorites: {
    key: 'favorites',
    save: (event_uuid, favorite) => call('POST /events/favorite', { body: { event_uuid, favorite } }),
    shownBy: () => [['favorite-events']],
  },
  following: {
    key: 'following',
    save: (username, follow) => call('POST /hosts/follow', { body: { username, follow } }),
    shownBy: (username) => [['host', username.toLowerCase()], ['followed-hosts']],
  },
};

/** The last press on each mark that is being saved. */
const wishes = new Map<string, boolean>();

/**
 * Shows the change at once, saves it, and undoes it if saving fails. Presses during a save are not sent one by one:
 * when the save is done, the last of them is saved if it differs.
 */
export async function changeMark(client: QueryClient, marks: SavedMarks, id: string, wanted: boolean): Promise<void> {
  const queryKey = [marks.key];
  const show = (on: boolean): void => {
    void client.cancelQueries({ queryKey });
    client.setQueryData<readonly string[]>(queryKey, (before = []) => [
      ...(on ? [id] : []),
      ...before.filter((each) => each !== id),
    ]);
  };
  const name = `${marks.key} ${id}`;
  const isSaving = wishes.has(name);
  wishes.set(name, wanted);
  show(wanted);
  if (isSaving) return;
  let kept: boolean | undefined;
  try {
    for (let next; (next = wishes.get(name)!) !== kept; kept = next) await marks.save(id, next);
  } catch (error) {
    toastError(messageOf(error));
    show(kept ?? !wanted);
  }
  wishes.delete(name);
  for (const shown of [queryKey, ...marks.shownBy(id)]) void client.invalidateQueries({ queryKey: shown });
}
