import { IconCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { useFollowing } from '#web/shared/marks/following.ts';
import { useSession } from '#web/shared/session/session.ts';
import { Button } from '#web/shared/ui/Button.tsx';

/** Follow a host, or no longer; for the host it is `own`, or nothing. */
export function FollowButton({ username, name, own = null }: { username: string; name: string; own?: ReactNode }) {
  const { t } = useTranslation();
  const mine = useSession((session) => session.user?.user_username === username);
  const { on, set } = useFollowing(username);
  if (mine) return own;
  return (
    <Button
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
