import type { ReactNode } from 'react';
import { messageOf } from '#web/shared/api/refusal.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Form } from '#web/shared/ui/Form.tsx';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import styles from '../Requests.module.css';

interface StepDialogProps {
  title: string;
  keep: string;
  confirm: string;
  /** Is hard to take back: the way out is the louder button. */
  grave?: boolean;
  step: { isPending: boolean; error: unknown };
  /** What is wrong with what was typed. */
  problem?: string | undefined;
  onClose: () => void;
  onConfirm: () => void;
  children: ReactNode;
}

/** One step of a request: says what it does, and takes it; a refusal stays with it. */
export function StepDialog(props: StepDialogProps) {
  const { title, keep, confirm, grave = false, step, problem, onClose, onConfirm, children } = props;
  const wrong = problem ?? (step.error ? messageOf(step.error) : undefined);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      closable={!step.isPending}
      closeOnClickOutside={false}
      fullScreenOnPhone={false}
    >
      <Form
        className={styles.form}
        onSubmit={() => {
          onConfirm();
        }}
      >
        {children}
        <div role="alert">{wrong && <p className={styles.wrong}>{wrong}</p>}</div>
        <div className={styles.buttons}>
          <Button
            type="button"
            size="lg"
            variant={grave ? 'ink' : 'default'}
            disabled={step.isPending}
            onClick={onClose}
          >
            {keep}
          </Button>
          <Button type="submit" size="lg" variant={grave ? 'outline' : 'filled'} loading={step.isPending}>
            {confirm}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
