import { clientVersion } from '@frontrow/contract/kernel/headers.ts';
import { networkCheckCharsMax } from '@frontrow/contract/system/limits.ts';
import type { Feature } from '../../feature.ts';
import { engineAddress } from '../../http/addresses.ts';
import { contactLimit, readLimit, writeLimit } from '../../http/limits/limits.ts';
import { route } from '../../http/routes/route.ts';
import type { Kit } from '../../kit.ts';
import { contactSupport, type Senders, supportFacts } from './contact-support.ts';

/** What the browser needs to know about this installation. */
export function systemFeature(kit: Kit, { accounts }: { accounts: Senders }): { feature: Feature } {
  const { config, cards, chains, openId, social, tokenGates, video } = kit;
  const clientConfig = route({
    call: 'GET /client_config',
    who: 'anyone',
    limit: readLimit,
    handle: async ({ header }) => ({
      version: clientVersion,
      stripe_publishable_key: cards.publishableKey,
      sandbox_payments: cards.provider === 'sandbox_card',
      wallet: true,
      social_login: social !== undefined,
      openid_name: openId?.name ?? null,
      token_provider: tokenGates.oauth !== undefined,
      wallet_chain_ids: [...chains.ids],
      walletconnect_project_id: config.walletConnectId ?? null,
      dev_mailbox: !config.production && !config.smtpUrl,
      demo: config.demo,
      video: video.state(),
      video_url: engineAddress(video.clientUrl(), config, header('host')),
      support_url: config.supportUrl,
      help_url: config.helpUrl,
      app_store_url: config.appStoreUrl ?? null,
      play_store_url: config.playStoreUrl ?? null,
    }),
  });
  const networkCheck = route({
    call: 'POST /network_check',
    who: 'member',
    limit: writeLimit,
    bodyBytesMax: networkCheckCharsMax + 1024,
    handle: async () => ({}),
  });
  const contact = route({
    call: 'POST /contact',
    who: 'anyone',
    limit: contactLimit,
    staleTokenIgnored: true,
    async handle({ actor, body }) {
      await contactSupport({ ...kit, accounts }, actor, body);
      return {};
    },
  });
  return {
    feature: {
      name: 'system',
      routes: [clientConfig, networkCheck, contact],
      facts: supportFacts({ ...kit, accounts }),
    },
  };
}
