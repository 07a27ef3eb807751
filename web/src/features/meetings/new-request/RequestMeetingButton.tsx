import { Suspense, useState } from 'react';
import { lazy } from '#web/shared/lazy.tsx';
import { useSession } from '#web/shared/session/session.ts';
import { themed } from '#web/shared/themed.tsx';
import { Button } from '#web/shared/ui/Button.tsx';

const RequestDialog = lazy(
  themed(() => import('./RequestDialog.tsx')),
  ['asking', 'meetings'],
);

interface RequestMeetingButtonProps {
  username: string;
  name: string;
  /** The page's own text: the rest comes with the press. */
  label: string;
}

/** Opens the free times of a host; not for the host. */
export function RequestMeetingButton({ username, name, label }: RequestMeetingButtonProps) {
  const [open, setOpen] = useState(false);
  const mine = useSession((session) => session.user?.user_username === username);
  if (mine) return null;
  return (
    <>
      <Button className="fr-others" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Suspense fallback={null}>
        {open && <RequestDialog username={username} name={name} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
