import type { ReactNode } from 'react';
import { Cover } from '#web/shared/ui/Cover.tsx';
import { focusOnce } from '#web/shared/ui/focus-once.ts';
import { TicketPaper } from '#web/shared/ui/TicketPaper.tsx';
import styles from './LinkCard.module.css';
import { Form } from '#web/shared/ui/Form.tsx';

interface LinkCardProps {
  title: string;
  text?: ReactNode;
  /** True when the title tells the result of the link: focus moves there, and screen readers read it. */
  result?: boolean;
  /** Cover of the event that the link is for. `null` reserves its place while it loads. */
  cover?: string | null | undefined;
  /** Runs on the first button, and on Enter in the field. */
  onSubmit?: () => void;
  children?: ReactNode;
}

/**
 * The card of a page that a mailed link opens: the title above, one action below. Opening it does not use the link up.
 */
export function LinkCard({ title, text, result = false, cover, onSubmit, children }: LinkCardProps) {
  const submit = () => {
    onSubmit?.();
  };
  const stub = onSubmit ? (
    <Form className={styles.stub} onSubmit={submit}>
      {children}
    </Form>
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
