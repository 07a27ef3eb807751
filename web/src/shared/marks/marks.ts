import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { askToLogin } from '#web/shared/login-modal.ts';
import { toastError } from '#web/shared/toasts/toast.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { knownSession, type Session, useSession } from '#web/shared/session/session.ts';

export interface Marks {
  readonly key: 'favorites' | 'following';
  readonly load: (signal: AbortSignal) => Promise<readonly string[]>;
  /** Says to the server what is wanted; saying it again changes nothing. */
  readonly save: (id: string, on: boolean) => Promise<unknown>;
  /** Answers that show the marks, asked for again after a change. */
  readonly shownBy: (id: string) => readonly (readonly unknown[])[];
}

const marksStaleMs = 60_000;

const mayMark = ({ user }: Session): boolean => user !== null && !user.user_is_guest;

/** What was pressed last of each that is being saved. */
const wishes: Record<string, boolean> = {};

/**
 * Shows the change at once and saves it; taken back where that fails. Presses while it is being saved wait for it, and
 * the last one counts.
 */
export async function changeMark(
  client: QueryClient,
  { key, save, shownBy }: Marks,
  id: string,
  wanted: boolean,
): Promise<void> {
  const queryKey = [key];
  const show = (on: boolean): void => {
    void client.cancelQueries({ queryKey });
    client.setQueryData<readonly string[]>(queryKey, (before = []) => [
      ...(on ? [id] : []),
      ...before.filter((each) => each !== id),
    ]);
  };
  const name = key + id;
  const isSaving = name in wishes;
  wishes[name] = wanted;
  show(wanted);
  if (isSaving) return;
  let saved: boolean | undefined;
  try {
    for (let next; (next = wishes[name]!) !== saved; saved = next) await save(id, next);
  } catch (error) {
    toastError(messageOf(error));
    show(saved ?? !wanted);
  }
  delete wishes[name];
  for (const shown of [queryKey, ...shownBy(id)]) void client.invalidateQueries({ queryKey: shown });
}

/**
 * Whether the caller marked something, and the way to change it: shown at once, taken back when the server says no.
 * Who is not logged in is asked to, and then it is done; who is not known yet waits until they are. `listed`: it stands
 * in the list of what is marked, which may be there before the marks are.
 */
export function useMark(marks: Marks, id: string, listed: boolean): { on: boolean; set: (on: boolean) => void } {
  const { key, load } = marks;
  const client = useQueryClient();
  const canMark = useSession(mayMark);
  const { data } = useQuery({
    queryKey: [key],
    queryFn: ({ signal }) => load(signal),
    enabled: canMark,
    staleTime: marksStaleMs,
  });
  const on = canMark && (data?.includes(id) ?? listed);

  const change = (wanted: boolean): Promise<void> => changeMark(client, marks, id, wanted);
  return {
    on,
    set(wanted) {
      if (canMark) return void change(wanted);
      void knownSession().then((session) =>
        mayMark(session) ? change(wanted) : askToLogin('login', null, () => void change(wanted), { what: key, of: id }),
      );
    },
  };
}
