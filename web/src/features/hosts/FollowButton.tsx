import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { useFollowing } from '#web/shared/marks/marks.ts';
import { useSession } from '#web/shared/session/session.ts';
import { Button } from '#web/shared/ui/Button.tsx';

interface FollowButtonProps {
  username: string;
  name: string;
  /** For the host, instead of the button. */
  own?: ReactNode;
  /** In the list of followed hosts. */
  listed?: boolean;
}

/** Follow a host, or no longer. */
export function FollowButton({ username, name, own = null, listed = false }: FollowButtonProps) {
  const { t } = useTranslation();
  const mine = useSession((session) => session.user?.user_username === username);
  const { on, set } = useFollowing(username, listed);
  if (mine) return own;
  return (
    <Button
      className="fr-others"
      variant={on ? 'quiet' : 'default'}
      aria-pressed={on}
      aria-label={t('marks.followName', { name })}
      leftSection={on ? <IconCheck size={18} stroke={2} aria-hidden="true" /> : undefined}
      onClick={() => set(!on)}
    >
      {t(on ? 'marks.following' : 'marks.follow')}
    </Button>
  );
}
