import '#web/shared/styles/components.ts';
import '@mantine/core/styles/NumberInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { NumberInput, Radio } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WireRecordedEvent } from '@frontrow/contract/broadcast/api.ts';
import { call } from '#web/shared/api/call.ts';
import { ApiRefusal, messageOf } from '#web/shared/api/refusal.ts';
import { currencyShape } from '#web/shared/format/money.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { amountField, numberIn } from '#web/shared/ui/amount-field.ts';
import { Form } from '#web/shared/ui/Form.tsx';
import { usePublishReplay } from './queries.ts';
import styles from './ReplayPage.module.css';

type Access = WireRecordedEvent['access'];
const choices: readonly Access[] = ['tickets', 'sale', 'free'];

/** For the host: who may watch the replay, and for how much. */
export function OfferReplay({ replay }: { replay: WireRecordedEvent }) {
  const { t, language } = useTranslation('replay');
  const [access, setAccess] = useState<Access>(replay.access);
  const [price, setPrice] = useState<number | string>(replay.price ?? '');
  const podcast = useQuery({ queryKey: ['host', 'podcast'], queryFn: () => call('GET /host/podcast') });
  const publication = usePublishReplay(replay.event_uuid);
  const problem = publication.error instanceof ApiRefusal ? publication.error.field('price') : undefined;
  const submit = (): void => {
    publication.mutate(
      { access, ...(access === 'sale' && { price: numberIn(price) }) },
      {
        onSuccess: () => toastGood(t('offer.saved')),
        onError: (error) => {
          if (!(error instanceof ApiRefusal && error.field('price'))) toastError(messageOf(error));
        },
      },
    );
  };
  return (
    <Form className={styles.offer} onSubmit={submit}>
      <Radio.Group label={t('offer.label')} value={access} onChange={(value) => setAccess(value as Access)}>
        <div className={styles.choices}>
          {choices.map((choice) => (
            <Radio
              key={choice}
              value={choice}
              label={t(`offer.${choice}`)}
              description={t(choice === 'free' && podcast.data?.enabled ? 'offer.freePodcast' : `offer.${choice}Text`)}
            />
          ))}
        </div>
      </Radio.Group>
      {access === 'sale' && (
        <NumberInput
          {...amountField(t('offer.price'), currencyShape(replay.currency_code), language)}
          description={t('offer.priceText')}
          value={price}
          error={problem}
          onChange={setPrice}
        />
      )}
      <Button type="submit" variant="ink" loading={publication.isPending}>
        {t('offer.save')}
      </Button>
    </Form>
  );
}
