import { domainToUnicode } from 'node:url';
import type { WireInfluencer, WireProfile } from '@frontrow/contract/accounts/api.ts';
import { readableEmail } from '@frontrow/core/accounts/email.ts';
import type { Sql } from '../../db/db.ts';
import type { SessionTokens } from './sessions.ts';
import { type AccountRow, purchasedEvents } from './store.ts';

/**
 * The caller's own account, as `GET /user/profile` and every new session answer it. `guestEvent` is the one event that
 * a guest's session is valid for.
 */
export async function profileView(sql: Sql, account: AccountRow, guestEvent: string | undefined): Promise<WireProfile> {
  return {
    user_ide: account.id,
    user_username: account.username,
    user_name: account.name,
    user_avatar: account.avatarUrl ?? null,
    user_role: account.role,
    user_email: account.email === undefined ? null : readableEmail(account.email, domainToUnicode),
    user_email_verified: account.emailVerified,
    user_is_guest: account.isGuest,
    user_is_admin: account.isAdmin,
    user_location: { data: { zoneName: account.zoneName }, ...(account.city && { city: account.city }) },
    influencer_request:
      account.influencerRequest === 'none'
        ? null
        : { influencer_request_authorized: account.influencerRequest === 'authorized' },
    purchased_events: await purchasedEvents(sql, account.id, guestEvent),
  };
}

export async function sessionView(
  sql: Sql,
  tokens: SessionTokens,
  account: AccountRow,
  guestEvent?: string,
): Promise<{ access_token: string; refresh_token: string; user: WireProfile }> {
  return {
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken,
    user: await profileView(sql, account, guestEvent),
  };
}

export const influencerView = (account: AccountRow): WireInfluencer => ({
  influencer_avatar: account.avatarUrl ?? null,
  influencer_ranking: account.ranking,
  influencer_reviews: account.reviewCount,
  influencer_advertising: account.advertising,
  influencer_massive_streaming: account.massive,
});
