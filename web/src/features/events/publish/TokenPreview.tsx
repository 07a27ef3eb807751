import { useQuery } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { useClientConfig } from '#web/shared/client-config.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { TokenLine } from '#web/shared/ui/TokenLine.tsx';
import styles from './PublishPage.module.css';

interface AskedToken {
  chainId: number;
  address: string;
  tokenId?: string | undefined;
  kind: 'collection' | 'coin';
}

/** What a contract that was typed says of itself, so that a host sees whether it is the right one. */
export function TokenPreview(asked: AskedToken) {
  const { t } = useTranslation('publish');
  const chains = useClientConfig().data?.wallet_chain_ids;
  const { chainId, address, tokenId, kind } = asked;
  const isRead = chains?.includes(chainId) ?? false;
  const { data, error, isPending } = useQuery({
    queryKey: ['token', chainId, address.toLowerCase(), tokenId ?? null, kind],
    queryFn: () =>
      call('POST /events/token_preview', { body: { chain_id: chainId, address, token_id: tokenId ?? null, kind } }),
    enabled: isRead,
    staleTime: 60_000,
    retry: false,
  });
  if (!chains) return null;
  if (!isRead) return <p className={styles.tokenNote}>{t('tokenByProvider', { chain: chainId })}</p>;
  if (isPending) return <p className={styles.tokenNote}>{t('tokenAsked')}</p>;
  if (error) return <p className={styles.tokenWrong}>{messageOf(error)}</p>;
  return <TokenLine token={data.token} />;
}
