import { useQuery, useQueryClient } from '@tanstack/react-query';
import { askToLogin } from '#web/app/layout/login-modal.ts';
import { toastError } from '#web/app/toast.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { useSession } from '#web/shared/session/session.ts';

interface Marks {
  /** Of a kind of marks: `following`. */
  readonly key: string;
  readonly load: (signal: AbortSignal) => Promise<readonly string[]>;
  /** Says to the server what is wanted; saying it again changes nothing. */
  readonly save: (id: string, on: boolean) => Promise<unknown>;
  /** Answers that show the marks, asked for again after a change. */
  readonly shownBy: (id: string) => readonly (readonly unknown[])[];
}

const marksStaleMs = 60_000;

/**
 * Whether the caller marked something, and the way to change it: shown at once, taken back when the server says no. Who is not
 * logged in is asked to, and then it is done.
 */
export function useMark({ key, load, save, shownBy }: Marks, id: string): { on: boolean; set: (on: boolean) => void } {
  const client = useQueryClient();
  const canMark = useSession((session) => session.user !== null && !session.user.user_is_guest);
  const queryKey = [key];
  const { data } = useQuery({
    queryKey,
    queryFn: ({ signal }) => load(signal),
    enabled: canMark,
    staleTime: marksStaleMs,
  });
  const on = canMark && (data?.includes(id) ?? false);

  const change = async (wanted: boolean): Promise<void> => {
    await client.cancelQueries({ queryKey });
    client.setQueryData<readonly string[]>(queryKey, (before = []) => [
      ...(wanted ? [id] : []),
      ...before.filter((each) => each !== id),
    ]);
    try {
      await save(id, wanted);
    } catch (error) {
      toastError(messageOf(error));
    }
    for (const shown of [queryKey, ...shownBy(id)]) void client.invalidateQueries({ queryKey: shown });
  };
  return {
    on,
    set(wanted) {
      if (canMark) void change(wanted);
      else askToLogin('login', null, () => void change(wanted));
    },
  };
}
