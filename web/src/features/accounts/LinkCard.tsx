import type { ReactNode, SyntheticEvent } from 'react';
import { Cover } from '#web/shared/ui/Cover.tsx';
import { focusOnce } from '#web/shared/ui/focus-once.ts';
import { TicketPaper } from '#web/shared/ui/TicketPaper.tsx';
import styles from './LinkCard.module.css';

interface LinkCardProps {
  title: string;
  text?: ReactNode;
  /** It says what came of the link: who listens to the page, and the keyboard, go on there. */
  result?: boolean;
  /** Cover of the event the link is for; `null` keeps its place while it loads. */
  cover?: string | null | undefined;
  /** What its first button does, and Enter in its field. */
  onSubmit?: () => void;
  children?: ReactNode;
}

/** Where a link of a mail arrives: what it is above, the one thing to do below. Opening the page uses nothing up. */
export function LinkCard({ title, text, result = false, cover, onSubmit, children }: LinkCardProps) {
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    onSubmit?.();
  };
  const stub = onSubmit ? (
    <form className={styles.stub} onSubmit={submit} noValidate>
      {children}
    </form>
  ) : (
    <div className={styles.stub}>{children}</div>
  );
  return (
    <div className={styles.page}>
      <TicketPaper raised className={styles.paper ?? ''} stub={stub}>
        {cover !== undefined && (
          <div className={styles.cover}>{cover && <Cover src={cover} eager sizes="448px" />}</div>
        )}
        <div className={styles.text}>
          <h1 ref={result ? focusOnce : undefined} tabIndex={result ? -1 : undefined}>
            {title}
          </h1>
          {text !== undefined && <p className={styles.soft}>{text}</p>}
        </div>
      </TicketPaper>
    </div>
  );
}
