import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { WireProfile } from '@frontrow/contract/accounts/api.ts';
import { useSession } from '#web/shared/session/session.ts';

/** Roles of the route rules. */
export type RouteRole = 'viewer' | 'influencer' | 'admin';

/** What a protected route does for somebody: nothing while the user loads, the page, or home. */
export function guardDecision(
  session: { user: Pick<WireProfile, 'user_role' | 'user_is_admin'> | null; loading: boolean },
  roles: readonly RouteRole[],
): 'wait' | 'page' | 'home' {
  if (session.loading) return 'wait';
  if (!session.user) return 'home';
  const role: RouteRole = session.user.user_role === 1 ? 'influencer' : 'viewer';
  const allowed = roles.includes(role) || (session.user.user_is_admin && roles.includes('admin'));
  return allowed ? 'page' : 'home';
}

/** Protected routes need a token and a matching role, else the home route, remembering the origin. */
export function Guard({ roles, children }: { roles: readonly RouteRole[]; children: ReactNode }) {
  const session = useSession();
  const location = useLocation();
  const decision = guardDecision(session, roles);
  if (decision === 'wait') return null;
  if (decision === 'home')
    return <Navigate to="/" replace state={{ from: `${location.pathname}${location.search}`, roles }} />;
  return children;
}
