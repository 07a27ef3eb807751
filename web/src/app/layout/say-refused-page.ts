import type { WireProfile } from '@frontrow/contract/accounts/api.ts';
import { loadCatalogues, text } from '#web/shared/i18n/index.ts';
import { toastWarning } from '#web/shared/toasts/toast.ts';
import { guardDecision, type RouteRole } from '../guard.tsx';

/** Says who the page is for that a person was redirected from, unless it is for this person after all. */
export async function sayRefusedPage(user: WireProfile, roles: unknown): Promise<void> {
  if (!Array.isArray(roles) || guardDecision({ user, loading: false }, roles as RouteRole[]) === 'page') return;
  await loadCatalogues(['auth']);
  toastWarning(text('auth', roles.includes('influencer') ? 'refused.hostsOnly' : 'refused.adminsOnly'));
}
