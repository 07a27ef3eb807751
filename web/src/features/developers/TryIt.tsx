import { useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import styles from './Developers.module.css';
import {
  callExamples,
  type ExampleCall,
  exampleCalls,
  type ExampleLanguage,
  exampleLanguages,
  exampleScopes,
  signatureExample,
  webhookHeaders,
} from './examples.ts';
import { useCopy } from './ShownOnce.tsx';

/** Something to copy into a terminal or an editor. */
export function TryIt({ about }: { about: 'keys' | 'webhooks' }) {
  const { t } = useTranslation('developers');
  const [language, setLanguage] = useState<ExampleLanguage>('curl');
  const [call, setCall] = useState<ExampleCall>('list');
  const copy = useCopy();
  const code = (about === 'keys' ? callExamples[call](window.location.origin) : signatureExample)[language];
  return (
    <section className={styles.card}>
      <div className={styles.head}>
        <h2>{t('try.title')}</h2>
        <Choice label={t('try.language')} all={exampleLanguages} chosen={language} onChoose={setLanguage} />
      </div>
      {about === 'keys' ? (
        <>
          <Choice
            label={t('try.call')}
            all={exampleCalls}
            chosen={call}
            onChoose={setCall}
            textOf={(one) => t(`try.calls.${one}`)}
          />
          <p className={styles.soft}>{t('try.scope', { scope: t(`scope.${exampleScopes[call]}`) })}</p>
        </>
      ) : (
        <>
          <p className={styles.soft}>{t('try.headers')}</p>
          <p className={styles.pills}>
            {webhookHeaders.map((name) => (
              <code key={name} className={styles.pill}>
                {name}
              </code>
            ))}
          </p>
        </>
      )}
      <pre className={styles.code} tabIndex={0}>
        {code}
      </pre>
      <div className={styles.buttons}>
        <Button variant="default" onClick={() => copy(code)}>
          {t('try.copy')}
        </Button>
      </div>
      <p className={styles.soft}>
        {about === 'keys' && `${t('try.limit')} `}
        <a href="/api/docs" className="fr-link">
          {t('try.reference')}
        </a>
        {' · '}
        <a href="/host-api.txt" className="fr-link">
          {t('try.guide')}
        </a>
      </p>
    </section>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  all: readonly T[];
  chosen: T;
  onChoose: (one: T) => void;
  /** Left out: the value itself. */
  textOf?: (one: T) => string;
}

function Choice<T extends string>({ label, all, chosen, onChoose, textOf }: ChoiceProps<T>) {
  return (
    <div className={styles.buttons} role="group" aria-label={label}>
      {all.map((one) => (
        <Button
          key={one}
          variant={one === chosen ? 'ink' : 'default'}
          aria-pressed={one === chosen}
          onClick={() => onChoose(one)}
        >
          {textOf ? textOf(one) : one}
        </Button>
      ))}
    </div>
  );
}
