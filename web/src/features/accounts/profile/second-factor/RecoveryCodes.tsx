import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { download } from '#web/shared/download.ts';
import { focusOnce } from '#web/shared/ui/focus-once.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import formStyles from '../../forms.module.css';
import styles from './SecondFactor.module.css';

/** Shows the recovery codes, this one time. People must keep them before the dialog closes. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation('account');
  const text = `${codes.join('\n')}\n`;
  const save = () => download('frontrow-recovery-codes.txt', 'text/plain', text);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      toastGood(t('second.copied'));
    } catch {
      // The clipboard is not available: plain HTTP, or not permitted.
      save();
    }
  };
  return (
    <div className={formStyles.form}>
      <p ref={focusOnce} tabIndex={-1} className={formStyles.soft}>
        {t('second.codesText')}
      </p>
      <ul className={styles.codes} aria-label={t('second.codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button variant="default" onClick={() => void copy()}>
          {t('second.copy')}
        </Button>
        <Button variant="default" onClick={save}>
          {t('second.download')}
        </Button>
      </div>
      <Button size="lg" fullWidth onClick={onDone}>
        {t('second.kept')}
      </Button>
    </div>
  );
}
