import { IconPaperclip } from '@tabler/icons-react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { attachmentUrl, framePage, type KeptMail, ownPath } from './mailbox-model.ts';
import styles from './MailboxPage.module.css';

/** One mail: its links as a list to click, then the mail itself in a frame without scripts. */
export function OpenMail({ mail }: { mail: KeptMail }) {
  const { t } = useTranslation('mailbox');
  return (
    <article aria-label={mail.subject}>
      <h2>{mail.subject}</h2>
      <p className={styles.meta}>{t('sentTo', { to: mail.to })}</p>
      {mail.links.length > 0 && (
        <ul className={styles.links} aria-label={t('links')}>
          {mail.links.map((link) => (
            <li key={link}>
              <a href={ownPath(link, window.location.origin)} className="fr-link">
                {link}
              </a>
            </li>
          ))}
        </ul>
      )}
      {mail.attachments.length > 0 && (
        <ul className={styles.links} aria-label={t('attachments')}>
          {mail.attachments.map((attachment) => (
            <li key={attachment.filename}>
              <a href={attachmentUrl(attachment)} download={attachment.filename} className={styles.attachment}>
                <IconPaperclip size={16} stroke={1.8} aria-hidden="true" />
                {attachment.filename}
              </a>
            </li>
          ))}
        </ul>
      )}
      <iframe
        className={styles.frame}
        title={t('mailOf', { subject: mail.subject })}
        sandbox="allow-top-navigation-by-user-activation"
        srcDoc={framePage(mail)}
      />
    </article>
  );
}
