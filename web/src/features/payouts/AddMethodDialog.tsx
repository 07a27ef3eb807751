import '#web/shared/styles/components.ts';
import { holderNameCharsMax, payoutAccountCharsMax } from '@frontrow/core/payouts/limits.ts';
import { isOutsideEea, cleanIban } from '@frontrow/core/payouts/sepa-account.ts';
import { sepaNameProblem } from '@frontrow/core/payouts/sepa-text.ts';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { FormRefusal } from '#web/features/accounts/index.ts';
import { call } from '#web/shared/api/call.ts';
import { ApiRefusal, messageOf } from '#web/shared/api/refusal.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Form } from '#web/shared/ui/Form.tsx';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { emptyAbroad, AbroadFields } from './AbroadFields.tsx';
import { PasswordAgain, usePasswordAgain } from './PasswordAgain.tsx';
import { type Methods, useChange } from './payout-queries.ts';
import styles from './Payouts.module.css';
import '@mantine/core/styles/Combobox.layer.css';

type Kind = Methods['kinds'][number];

/** Refusals that are shown at their field. */
const placedFields = ['account', 'holder_name', 'bic', 'street', 'postcode', 'town', 'country'];

interface AddMethodDialogProps {
  kinds: readonly Kind[];
  ownName: string;
  onClose: () => void;
}

/** Kind, account and holder. A holder who is not the host has to be confirmed, and that is written down. */
export function AddMethodDialog({ kinds, ownName, onClose }: AddMethodDialogProps) {
  const { t } = useTranslation('payouts');
  const [kind, setKind] = useState<Kind>(kinds[0] ?? 'sandbox');
  const [account, setAccount] = useState(kind === 'sandbox' ? 'pays' : '');
  const [holder, setHolder] = useState(ownName);
  const [abroad, setAbroad] = useState(emptyAbroad);
  const [confirmed, setConfirmed] = useState(false);
  const password = usePasswordAgain();
  const isAbroad = kind === 'sepa' && isOutsideEea(cleanIban(account));
  const problem = kind === 'sepa' && holder.trim() !== '' ? sepaNameProblem(holder) : undefined;
  const nameFault =
    problem &&
    (problem === 'no_letters' ? t('add.noLetters') : t('add.unwritable', { letters: problem.unwritable.join(' ') }));
  const add = useChange(
    () =>
      call('POST /payouts/methods', {
        body: {
          kind,
          account,
          holder_name: holder,
          ...(isAbroad && abroad),
          ...(confirmed && { confirm_name: true }),
          ...password.inBody,
        },
      }),
    () => {
      onClose();
      toastGood(t('add.done'));
    },
  );
  const refusal = add.error instanceof ApiRefusal ? add.error : undefined;
  const differs = refusal?.is('payout_name_differs') === true;
  const isPlaced =
    placedFields.some((field) => refusal?.field(field) !== undefined) || password.atField(add.error) !== undefined;
  const isToldAbove = !add.isError || isPlaced || refusal?.is('password_needed') === true;
  return (
    <Dialog title={t('add.title')} onClose={onClose} closeOnClickOutside={false} closable={!add.isPending}>
      <Form
        className={styles.form}
        onSubmit={() => {
          add.mutate(undefined, { onError: password.follow });
        }}
      >
        <NativeSelect
          label={t('add.kind')}
          data={kinds.map((one) => ({ value: one, label: t(`kind.${one}`) }))}
          value={kind}
          onChange={(event) => {
            const chosen = kinds.find((one) => one === event.currentTarget.value) ?? kind;
            setKind(chosen);
            setAccount(chosen === 'sandbox' ? 'pays' : '');
            add.reset();
          }}
          data-autofocus
        />
        {kind === 'sandbox' ? (
          <NativeSelect
            label={t('add.account.sandbox')}
            data={(['pays', 'rejects', 'returns'] as const).map((one) => ({
              value: one,
              label: t(`add.sandbox.${one}`),
            }))}
            value={account}
            onChange={(event) => setAccount(event.currentTarget.value)}
          />
        ) : (
          <TextInput
            label={t(`add.account.${kind}`)}
            description={t(`add.hint.${kind}`)}
            maxLength={payoutAccountCharsMax}
            autoComplete={kind === 'paypal' ? 'email' : 'off'}
            spellCheck={false}
            value={account}
            onChange={(event) => setAccount(event.currentTarget.value)}
            error={refusal?.field('account')}
          />
        )}
        <TextInput
          label={t('add.holder')}
          maxLength={holderNameCharsMax}
          autoComplete="name"
          value={holder}
          onChange={(event) => {
            setHolder(event.currentTarget.value);
            setConfirmed(false);
          }}
          error={nameFault ?? refusal?.field('holder_name')}
        />
        {isAbroad && <AbroadFields typed={abroad} onChange={setAbroad} refusal={refusal} />}
        {(differs || confirmed) && (
          <Checkbox
            label={t('add.confirm')}
            checked={confirmed}
            onChange={(event) => setConfirmed(event.currentTarget.checked)}
          />
        )}
        <PasswordAgain typed={password} error={password.atField(add.error)} />
        <FormRefusal message={isToldAbove ? undefined : messageOf(add.error)} />
        <Button type="submit" size="lg" fullWidth loading={add.isPending} disabled={nameFault !== undefined}>
          {t('add.submit')}
        </Button>
      </Form>
    </Dialog>
  );
}
