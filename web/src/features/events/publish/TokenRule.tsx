import { collectionPlace, isAddress, isChainId, placeName } from '@frontrow/core/token-gate/token-place.ts';
import { useFieldArray } from 'react-hook-form';
import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { ActionIcon, Switch, TagsInput, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { rallyCoinsMax, rallyCollectionsMax } from '@frontrow/core/events/limits.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import styles from './PublishPage.module.css';
import { fieldId } from './field-id.ts';
import { TokenPreview } from './TokenPreview.tsx';
import { useField } from './use-field.ts';
import type { Publish } from './use-publish.ts';

const coinKeys = ['coinName', 'coinId', 'minCoinBalance', 'coinChainId', 'coinAddress'] as const;
const inputModes = { minCoinBalance: 'decimal', coinChainId: 'numeric' } as const;

function CoinField({ publish, row, name }: { publish: Publish; row: number; name: (typeof coinKeys)[number] }) {
  const { t } = useTranslation('publish');
  return (
    <TextInput
      {...useField(publish, `coins.${row}.${name}`)}
      label={t(name)}
      inputMode={name in inputModes ? inputModes[name as keyof typeof inputModes] : 'text'}
      {...(name === 'coinAddress' && { spellCheck: false, autoCapitalize: 'off', placeholder: '0x…' })}
    />
  );
}

/** The coins that give a ticket, one a row. */
function Coins({ publish }: { publish: Publish }) {
  const { t } = useTranslation('publish');
  const { form, changed } = publish;
  const { control, formState } = form;
  const { fields, append, remove } = useFieldArray({ control, name: 'coins' });
  const box = useRef<HTMLFieldSetElement>(null);
  /** The row that was removed: the focus moves to the row that took its place, or to the button. */
  const removed = useRef<number | null>(null);
  useEffect(() => {
    if (removed.current === null) return;
    const row =
      box.current?.querySelectorAll<HTMLElement>('[role="group"]')[Math.min(removed.current, fields.length - 1)];
    removed.current = null;
    (row?.querySelector('input') ?? box.current?.querySelector<HTMLElement>(':scope > button'))?.focus();
  }, [fields.length]);
  const problem = formState.errors.coins?.root?.message;
  return (
    <fieldset ref={box} className={styles.coins} id={fieldId('coins')} tabIndex={-1}>
      <legend>{t('coins')}</legend>
      {fields.map(({ id }, row) => (
        <div key={id} className={styles.coin} role="group" aria-label={t('coinRow', { number: row + 1 })}>
          {coinKeys.map((name) => (
            <div key={name} className={styles[name]}>
              <CoinField publish={publish} row={row} name={name} />
            </div>
          ))}
          <ActionIcon
            className={styles.removeCoin ?? ''}
            aria-label={t('removeCoin', { number: row + 1 })}
            onClick={() => {
              removed.current = row;
              changed('coins');
              remove(row);
            }}
          >
            <IconTrash size={20} stroke={1.7} aria-hidden="true" />
          </ActionIcon>
          <CoinPreview publish={publish} row={row} />
        </div>
      ))}
      {problem && <p className={styles.problem}>{problem}</p>}
      {fields.length < rallyCoinsMax && (
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlus size={16} aria-hidden="true" />}
          onClick={() => {
            changed('coins');
            append({ coinName: '', coinId: '', minCoinBalance: '', coinChainId: '', coinAddress: '' });
          }}
        >
          {t('addCoin')}
        </Button>
      )}
    </fieldset>
  );
}

/** Shown once chain and contract are both whole. */
function CoinPreview({ publish, row }: { publish: Publish; row: number }) {
  const { coinChainId = '', coinAddress = '' } = publish.draft.coins[row] ?? {};
  const chainId = Number(coinChainId.trim() || Number.NaN);
  if (!isChainId(chainId) || !isAddress(coinAddress.trim())) return null;
  return (
    <div className={styles.coinPreview} role="status">
      <TokenPreview kind="coin" chainId={chainId} address={coinAddress.trim()} />
    </div>
  );
}

/** Without open ticketing: who gets a ticket, by NFT collection or coin. */
export function TokenRule({ publish }: { publish: Publish }) {
  const { t } = useTranslation('publish');
  const collections = useField(publish, 'nftCollections');
  const { value: delegates, ...delegation } = useField(publish, 'delegates');
  const { nftCollections, coins } = publish.draft;
  const places = nftCollections.flatMap((typed) => collectionPlace(typed) ?? []);
  const namesContract = places.length > 0 || coins.some(({ coinAddress }) => coinAddress.trim() !== '');
  return (
    <div className={styles.rule}>
      <TagsInput
        {...collections}
        label={t('nfts')}
        description={t('nftsHelp')}
        placeholder={collections.value.length === 0 ? t('nftsPlaceholder') : ''}
        classNames={{ pill: styles.pill ?? '' }}
        splitChars={[' ']}
        maxTags={rallyCollectionsMax}
      />
      {places.length > 0 && (
        <div className={styles.tokens} role="status">
          {places.map((place) => (
            <TokenPreview key={`${placeName(place)} ${place.tokenId}`} kind="collection" {...place} />
          ))}
        </div>
      )}
      <Coins publish={publish} />
      {namesContract && (
        <Switch
          {...delegation}
          label={t('delegates')}
          description={t('delegatesHelp')}
          checked={delegates}
          onChange={(event) => delegation.onChange(event.currentTarget.checked)}
        />
      )}
    </div>
  );
}
