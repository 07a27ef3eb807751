import { IconCoin, IconPhoto } from '@tabler/icons-react';
import type { WireToken } from '@frontrow/contract/events/api.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { chainName } from '../chain-name.ts';
import styles from './TokenLine.module.css';

const standards = { erc20: 'ERC-20', erc721: 'ERC-721', erc1155: 'ERC-1155' } as const;

/** Where a chain's contracts can be looked at. */
const explorers: Readonly<Record<number, string>> = {
  1: 'https://etherscan.io',
  10: 'https://optimistic.etherscan.io',
  137: 'https://polygonscan.com',
  8453: 'https://basescan.org',
  42161: 'https://arbiscan.io',
};

/** The contract in short, which says what the token is and where to get it; on chains we know with its page. */
function Address({ token }: { token: WireToken }) {
  const short = `${token.token_address.slice(0, 6)}…${token.token_address.slice(-4)}`;
  const explorer = explorers[token.token_chain_id];
  if (explorer === undefined)
    return (
      <span title={token.token_address} translate="no">
        {short}
      </span>
    );
  return (
    <a
      href={`${explorer}/address/${token.token_address}`}
      title={token.token_address}
      target="_blank"
      rel="noopener noreferrer"
      className={styles.address}
      translate="no"
    >
      {short}
    </a>
  );
}

/** A token as its contract describes itself, with the contract: anybody can make one that says the same name. */
export function TokenLine({ token }: { token: WireToken }) {
  const { t } = useTranslation('app');
  const Icon = token.token_standard === 'erc20' ? IconCoin : IconPhoto;
  const piece = token.token_id === null ? '' : ` #${token.token_id}`;
  const symbol = token.token_symbol && token.token_symbol !== token.token_name ? ` (${token.token_symbol})` : '';
  const amount = token.token_min_balance ? `${token.token_min_balance} ` : '';
  return (
    <span className={styles.token}>
      {token.token_picture ? (
        <img className={styles.picture} src={token.token_picture} alt="" width={40} height={40} loading="lazy" />
      ) : (
        <span className={styles.picture}>
          <Icon size={22} stroke={1.6} aria-hidden="true" />
        </span>
      )}
      <span className={styles.words}>
        <span className={styles.name}>
          {amount}
          {token.token_name}
          {piece}
          {symbol}
        </span>
        <span className={styles.place}>
          {t('token.place', {
            standard: standards[token.token_standard],
            chain: chainName(token.token_chain_id) ?? t('token.chain', { id: token.token_chain_id }),
          })}{' '}
          <Address token={token} />
        </span>
      </span>
    </span>
  );
}
