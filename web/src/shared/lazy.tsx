import { type ComponentType, type ReactNode, use, useEffect, useEffectEvent, useReducer } from 'react';
import type { Feature } from '#web/shared/i18n/catalogues.ts';
import { loadCatalogues, text } from '#web/shared/i18n/index.ts';
import { toastWarning } from '#web/shared/toasts/toast.ts';
import { ApiRefusal } from './api/refusal.ts';
import { serverAnswers, whenBack } from './api/when-back.ts';
import { failureKeptMs } from './load-on-demand.ts';
import { useReady } from './first-page.ts';
import { ErrorNote } from './ui/ErrorNote.tsx';

interface Closable {
  onClose?: (() => void) | undefined;
}

/**
 * What fails as often while the server answers is gone, or remembered by the browser as failed: only a reload brings
 * it.
 */
const failuresMax = 3;

interface MissingProps extends Closable {
  error: ApiRefusal;
  onRetry: () => void;
  /** Answers what is to be called when it is shown no more. */
  onShown: () => () => void;
}

/**
 * What was opened by a press closes, so that the press can be tried again; what belongs to the page says so in its
 * place.
 */
function Missing({ error, onRetry, onShown, onClose }: MissingProps) {
  const say = useEffectEvent(() => {
    if (!onClose) return;
    toastWarning(error.message);
    onClose();
  });
  useEffect(() => {
    say();
    return onShown();
  }, [onShown]);
  return onClose ? null : <ErrorNote error={error} onRetry={onRetry} />;
}

/**
 * A part of a page that is fetched when it is first shown, with the texts it reads. One that does not come leaves the
 * page standing, unlike React's own `lazy`: it says so, or what is shown until it comes stays.
 */
export function lazy<P extends object>(
  fetchCode: () => Promise<{ default: ComponentType<P> }>,
  texts: readonly Feature[] = [],
  missing: 'said' | 'stays' = 'said',
): (props: P & Closable) => ReactNode {
  let Part: ComponentType<P> | undefined;
  let error: ApiRefusal;
  let asked: Promise<void> | undefined;
  let failures = 0;
  let shown = 0;
  // The next to show it asks again.
  const forget = (): void => {
    if (shown === 0) asked = undefined;
  };
  const onShown = (): (() => void) => {
    shown++;
    return () => {
      shown--;
      forget();
    };
  };
  const ask = async (): Promise<void> => {
    try {
      Part = (await Promise.all([fetchCode(), loadCatalogues(texts)]))[0].default;
    } catch {
      failures++;
      if (missing === 'stays') {
        // One request may be lost; code that fails repeatedly while the server answers no longer exists.
        await new Promise<void>((again) =>
          failures < failuresMax ? setTimeout(again, failureKeptMs) : void whenBack(again),
        );
        return ask();
      }
      error = new ApiRefusal(0, [{ message: text('app', 'error.part'), code: 'offline' }]);
      // A reader who has left never sees that it failed.
      setTimeout(forget, failureKeptMs);
      if (failures >= failuresMax && (await serverAnswers())) window.location.reload();
    }
  };
  return function Lazy(props) {
    const [, look] = useReducer((times: number) => times + 1, 0);
    useReady();
    if (!Part) use((asked ??= ask()));
    return Part ? (
      <Part {...props} />
    ) : (
      <Missing error={error} onRetry={() => void ask().then(look)} onShown={onShown} onClose={props.onClose} />
    );
  };
}
