import styles from './forms.module.css';

/** One live region above the button, for refusals that belong to no field. */
export function FormRefusal({ message }: { message: string | undefined }) {
  return (
    <div aria-live="assertive" className={message ? styles.refusal : undefined}>
      {message}
    </div>
  );
}
