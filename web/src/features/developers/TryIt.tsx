import { useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import styles from './Developers.module.css';
import { useCopy } from './ShownOnce.tsx';

const languages = ['curl', 'TypeScript'] as const;
type Language = (typeof languages)[number];

const examples: Readonly<Record<'keys' | 'webhooks', (origin: string) => Record<Language, string>>> = {
  keys: (origin) => ({
    curl: `curl ${origin}/api/events/mine?scope=upcoming \\\n  -H "Authorization: Bearer $FRONTROW_KEY"`,
    TypeScript: `// npm install ${origin}/frontrow-client.tgz
import { createClient } from '@frontrow/client';

const frontrow = createClient({ url: '${origin}', key: process.env.FRONTROW_KEY });
const { events } = await frontrow.call('GET /events/mine', { query: { scope: 'upcoming' } });`,
  }),
  webhooks: () => ({
    curl: `# The signed text is "$WEBHOOK_ID.$WEBHOOK_TIMESTAMP.$BODY"
KEY=$(printf %s "\${FRONTROW_SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d ' \\n')
printf %s "$WEBHOOK_ID.$WEBHOOK_TIMESTAMP.$BODY" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$KEY" -binary | base64`,
    TypeScript: `import { Webhook } from 'standardwebhooks';

const secret = process.env.FRONTROW_SECRET;
// Throws where the signature is wrong or the message is older than five minutes.
const event = new Webhook(secret).verify(rawBody, request.headers);`,
  }),
};

/** Something to copy into a terminal or an editor. */
export function TryIt({ about }: { about: 'keys' | 'webhooks' }) {
  const { t } = useTranslation('developers');
  const [language, setLanguage] = useState<Language>('curl');
  const copy = useCopy();
  const code = examples[about](window.location.origin)[language];
  return (
    <section className={styles.card}>
      <div className={styles.head}>
        <h2>{t('try.title')}</h2>
        <div className={styles.buttons} role="group" aria-label={t('try.language')}>
          {languages.map((one) => (
            <Button
              key={one}
              variant={one === language ? 'filled' : 'default'}
              aria-pressed={one === language}
              onClick={() => setLanguage(one)}
            >
              {one}
            </Button>
          ))}
        </div>
      </div>
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
      </p>
    </section>
  );
}
