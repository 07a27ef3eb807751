import { useClientConfig } from '#web/shared/client-config.ts';
import { rich } from '#web/shared/i18n/rich.tsx';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Link } from './Link.tsx';
import { OutLink } from './OutLink.tsx';

/** The form that reaches support, on the built-in help page. */
const contactPath = '/help#contact';

/** Where a page cannot help: whom to write to. */
export function ContactLine() {
  const { t } = useTranslation();
  const support = useClientConfig().data?.support_url ?? '/help';
  const link = (part: string) =>
    support === '/help' ? (
      <Link to={contactPath} className="fr-link">
        {part}
      </Link>
    ) : (
      <OutLink to={support} className="fr-link">
        {part}
      </OutLink>
    );
  return <p className="fr-contact-line">{rich(t('error.contact'), { contact: link })}</p>;
}
