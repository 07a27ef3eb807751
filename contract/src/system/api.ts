import { z } from 'zod';
import { type EndpointTable, nothing } from '../kernel/endpoint.ts';
import { contactTopics, networkCheckCharsMax } from './limits.ts';

export const systemApi = {
  'GET /client_config': {
    summary: 'What the browser needs to know about this installation',
    answer: z.object({
      version: z.string(),
      /** Null in the sandbox. */
      stripe_publishable_key: z.string().nullable(),
      sandbox_payments: z.boolean(),
      wallet: z.boolean(),
      /** Whether "Continue with Instagram" is offered. */
      social_login: z.boolean(),
      /** "Continue with …" for the OpenID Connect provider; null: none is set. */
      openid_name: z.string().nullable(),
      /** Whether tickets for token holders are claimed at a provider. */
      token_provider: z.boolean(),
      /** Chains whose tokens are claimed by signing in with a wallet. */
      wallet_chain_ids: z.array(z.number()),
      /** Of WalletConnect; null: wallets on other devices cannot be used. */
      walletconnect_project_id: z.string().nullable(),
      dev_mailbox: z.boolean(),
      demo: z.boolean(),
      video: z.enum(['preparing', 'ready', 'down']),
      /** Where rooms will be: browsers connect to it while the pre-join screen is open. Empty without an engine. */
      video_url: z.string(),
      support_url: z.string(),
      help_url: z.string(),
      app_store_url: z.string().nullable(),
      play_store_url: z.string().nullable(),
    }),
  },
  'POST /contact': {
    summary: 'Emails a question to the support address, else to the app admins; works logged out',
    body: z.object({
      topic: z.enum(contactTopics),
      message: z.string().max(5_000),
      /** Where to answer; without it the account's own address. */
      email: z.string().max(320).optional(),
    }),
    answer: nothing,
  },
  'POST /network_check': {
    summary: 'Takes filler and answers nothing: the browser measures its upload before it goes on air',
    body: z.object({ filler: z.string().max(networkCheckCharsMax) }),
    answer: nothing,
  },
} as const satisfies EndpointTable;
