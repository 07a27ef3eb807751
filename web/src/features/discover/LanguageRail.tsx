import type { WireLanguage } from '@frontrow/contract/catalog/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Link } from '#web/shared/ui/Link.tsx';
import styles from './LanguageRail.module.css';
import { languageTile } from './language-tiles.ts';
import { Rail } from './Rail.tsx';

/** One poster per language with its greeting. */
export function LanguageRail({ languages }: { languages: readonly WireLanguage[] }) {
  const { t } = useTranslation('discover');
  return (
    <Rail title={t('rails.languages')} columns="tiles">
      {languages.map((language) => {
        const tile = languageTile(language.lang_code, language.lang_description);
        return (
          <li key={language.lang_ide}>
            <Link
              to={`/?lang=${language.lang_code}`}
              className={styles.tile}
              style={{ background: tile.ground, color: tile.text }}
              lang={language.lang_code}
            >
              <span className={styles.hello}>{tile.hello}</span>
              <span className={styles.name}>{language.lang_description}</span>
            </Link>
          </li>
        );
      })}
    </Rail>
  );
}
