import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { ActionIcon, Button, TagsInput, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { rallyCoinsMax, rallyCollectionsMax } from '@frontrow/core/events/limits.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import type { CoinRow } from './publish-draft.ts';
import styles from './PublishPage.module.css';
import type { Publish } from './use-publish.ts';

const coinKeys = ['coinName', 'coinId', 'minCoinBalance'] as const;

/** Without open ticketing: who gets a ticket, by NFT collection or coin. */
export function TokenRule({ publish }: { publish: Publish }) {
  const { t } = useTranslation('publish');
  const { draft, change, problems } = publish;
  const box = useRef<HTMLFieldSetElement>(null);
  /** The row that was added or taken away: the keyboard goes on in it, or in the one that is there now. */
  const touched = useRef<number | null>(null);
  useEffect(() => {
    if (touched.current === null) return;
    const row =
      box.current?.querySelectorAll<HTMLElement>('[role="group"]')[Math.min(touched.current, draft.coins.length - 1)];
    touched.current = null;
    (row?.querySelector('input') ?? box.current?.querySelector<HTMLElement>(':scope > button'))?.focus();
  }, [draft.coins.length]);
  const coins = (next: CoinRow[]) => change({ coins: next }, 'event_rally');
  const add = () => {
    touched.current = draft.coins.length;
    coins([
      ...draft.coins,
      { id: Math.max(0, ...draft.coins.map((coin) => coin.id)) + 1, coinName: '', coinId: '', minCoinBalance: '' },
    ]);
  };
  return (
    <div className={styles.rule}>
      <TagsInput
        id="event_rally_nfts_collections"
        label={t('nfts')}
        placeholder={draft.nftCollections.length === 0 ? t('nftsPlaceholder') : ''}
        value={draft.nftCollections}
        splitChars={[' ']}
        maxTags={rallyCollectionsMax}
        error={problems['event_rally_nfts_collections']}
        onChange={(nftCollections) => change({ nftCollections }, 'event_rally')}
      />
      <fieldset ref={box} className={styles.coins} id="event_rally_coins" tabIndex={-1}>
        <legend>{t('coins')}</legend>
        {draft.coins.map((coin, row) => (
          <div key={coin.id} className={styles.coin} role="group" aria-label={t('coinRow', { number: row + 1 })}>
            {coinKeys.map((key) => (
              <TextInput
                key={key}
                id={`event_rally_coins.${row}.${key}`}
                label={t(key)}
                value={coin[key]}
                inputMode={key === 'minCoinBalance' ? 'decimal' : 'text'}
                error={problems[`event_rally_coins.${row}.${key}`]}
                onChange={(event) =>
                  coins(
                    draft.coins.map((other) =>
                      other.id === coin.id ? { ...other, [key]: event.currentTarget.value } : other,
                    ),
                  )
                }
              />
            ))}
            <ActionIcon
              className={styles.removeCoin ?? ''}
              aria-label={t('removeCoin', { number: row + 1 })}
              onClick={() => {
                touched.current = row;
                coins(draft.coins.filter((other) => other.id !== coin.id));
              }}
            >
              <IconTrash size={20} stroke={1.7} aria-hidden="true" />
            </ActionIcon>
          </div>
        ))}
        {problems['event_rally_coins'] && <p className={styles.problem}>{problems['event_rally_coins']}</p>}
        {draft.coins.length < rallyCoinsMax && (
          <Button variant="default" size="sm" leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={add}>
            {t('addCoin')}
          </Button>
        )}
      </fieldset>
    </div>
  );
}
