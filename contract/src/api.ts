import type { z } from 'zod';
import { adminApi } from './accounts/admin-api.ts';
import { accountsApi } from './accounts/api.ts';
import { ownAccountApi } from './accounts/own-account-api.ts';
import { secondFactorApi } from './accounts/second-factor-api.ts';
import { passkeysApi } from './accounts/passkeys-api.ts';
import { socialApi } from './accounts/social-api.ts';
import { shownApi } from './accounts/shown-api.ts';
import { backofficeApi } from './backoffice/api.ts';
import { moderationApi } from './backoffice/moderation-api.ts';
import { adminOrderApi } from './backoffice/order-api.ts';
import { overviewApi } from './backoffice/overview-api.ts';
import { balanceApi, reconciliationApi } from './balance/api.ts';
import { billingApi } from './billing/api.ts';
import { broadcastApi } from './broadcast/api.ts';
import { catalogApi } from './catalog/api.ts';
import { apiKeysApi, webhooksApi } from './developers/api.ts';
import { eventsApi } from './events/api.ts';
import { hostingApi } from './events/hosting-api.ts';
import { favoritesApi } from './favorites/api.ts';
import { hostHomeApi } from './hosting/api.ts';
import { hostsApi } from './hosts/api.ts';
import type { Endpoint, Schema } from './kernel/endpoint.ts';
import { meetingHoursApi, meetingPurchaseApi, meetingRequestsApi, meetingRoomApi } from './meetings/api.ts';
import { notificationsApi } from './notifications/api.ts';
import { payoutsApi } from './payouts/api.ts';
import { reportsApi } from './reports/api.ts';
import { reviewsApi } from './reviews/api.ts';
import { roomsApi } from './rooms/api.ts';
import { audienceApi } from './rooms/audience-api.ts';
import { roomCaptionsApi } from './rooms/captions-api.ts';
import { roomModerationApi } from './rooms/moderation-api.ts';
import { searchApi } from './search/api.ts';
import { statsApi } from './stats/api.ts';
import { systemApi } from './system/api.ts';
import { ticketingApi } from './ticketing/api.ts';
import { passApi } from './ticketing/pass-api.ts';
import { waitlistApi } from './ticketing/waitlist-api.ts';
import { siweApi, tokenPreviewApi, tokenGateApi } from './token-gate/api.ts';

/** Every call under `/api`. OpenAPI, the server's routes and the web client's types come from this table. */
export const api = {
  ...systemApi,
  ...accountsApi,
  ...adminApi,
  ...backofficeApi,
  ...moderationApi,
  ...adminOrderApi,
  ...overviewApi,
  ...ownAccountApi,
  ...secondFactorApi,
  ...passkeysApi,
  ...socialApi,
  ...shownApi,
  ...catalogApi,
  ...eventsApi,
  ...hostingApi,
  ...favoritesApi,
  ...hostsApi,
  ...hostHomeApi,
  ...ticketingApi,
  ...waitlistApi,
  ...passApi,
  ...tokenGateApi,
  ...siweApi,
  ...tokenPreviewApi,
  ...billingApi,
  ...balanceApi,
  ...reconciliationApi,
  ...notificationsApi,
  ...payoutsApi,
  ...meetingHoursApi,
  ...meetingRequestsApi,
  ...meetingPurchaseApi,
  ...reportsApi,
  ...reviewsApi,
  ...roomsApi,
  ...audienceApi,
  ...roomModerationApi,
  ...roomCaptionsApi,
  ...broadcastApi,
  ...meetingRoomApi,
  ...searchApi,
  ...statsApi,
  ...apiKeysApi,
  ...webhooksApi,
};

export type Api = typeof api;
export type CallName = keyof Api;

type Of<E extends Endpoint, K extends 'params' | 'query' | 'body'> = E[K] extends Schema ? E[K] : never;
/** What a caller sends. */
export type ParamsOf<N extends CallName> = z.input<Of<Api[N], 'params'>>;
export type QueryOf<N extends CallName> = z.input<Of<Api[N], 'query'>>;
export type BodyOf<N extends CallName> = z.input<Of<Api[N], 'body'>>;
/** What `data` holds in the answer. */
export type AnswerOf<N extends CallName> = z.output<Api[N]['answer']>;
