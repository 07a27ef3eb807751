import '#web/shared/styles/components.ts';
import type { WireProfile } from '@frontrow/contract/accounts/api.ts';
import { Popover } from '@mantine/core';
import { IconArrowsExchange, IconLogout } from '@tabler/icons-react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { logOut } from '#web/shared/session/log-out.ts';
import { useSession } from '#web/shared/session/session.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { useOpenInPlace } from '#web/shared/ui/use-open-in-place.ts';
import styles from './AccountMenu.module.css';
import { HelpLink } from './HelpLink.tsx';
import { audienceOf } from '#web/shared/menu/menu.ts';
import { menuFor } from '#web/shared/menu/menu-entries.ts';
import { menuIcons } from '#web/shared/menu/menu-icons.ts';
import { useModeButton } from '#web/shared/menu/use-mode-button.ts';
import { Link } from '#web/shared/ui/Link.tsx';

/** The account dropdown, from the menu table. Loaded when it is first wanted, and open then. */
export default function AccountMenu({ user, className }: { user: WireProfile; className: string }) {
  const { t } = useTranslation();
  const session = useSession();
  const { opened, setOpened, face } = useOpenInPlace();
  const mode = useModeButton(user, opened);
  const close = () => setOpened(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" offset={8} width={256} trapFocus returnFocus>
      <Popover.Target>
        <button
          ref={face}
          type="button"
          className={className}
          aria-label={t('nav.accountOf', { name: user.user_name })}
          onClick={() => setOpened(!opened)}
        >
          <Avatar username={user.user_username} src={user.user_avatar} size={36} />
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles.dropdown} aria-label={t('nav.account')}>
        <p className={styles.who}>
          <span className={styles.name}>{user.user_name}</span>
          <span className={styles.username}>@{user.user_username}</span>
        </p>
        <ul className={styles.list}>
          {menuFor(audienceOf(session), 'account', user.user_is_admin).map((entry) => {
            const Icon = menuIcons[entry.text];
            return (
              <li key={entry.to}>
                <Link to={entry.to} className={styles.item} onClick={close}>
                  {Icon && <Icon size={18} stroke={1.8} aria-hidden="true" />}
                  {t(`nav.${entry.text}`)}
                </Link>
              </li>
            );
          })}
          {!session.isInfluencer && (
            <li>
              <HelpLink className={styles.item} icon />
            </li>
          )}
          {mode && (
            <li>
              <button type="button" className={styles.item} aria-disabled={mode.disabled} onClick={mode.act}>
                <IconArrowsExchange size={18} stroke={1.8} aria-hidden="true" />
                {mode.label}
              </button>
            </li>
          )}
          <li>
            <button type="button" className={styles.item} onClick={() => void logOut()}>
              <IconLogout size={18} stroke={1.8} aria-hidden="true" />
              {t('nav.logout')}
            </button>
          </li>
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}
