import { IconDeviceMobile, IconWallet } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { QRCodeSVG } from 'qrcode.react';
import { useStore } from 'zustand';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { useClientConfig } from '#web/shared/client-config.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { claimOrWait } from './claim-or-wait.ts';
import { createDeviceLink, type DeviceLink } from './device-link.ts';
import { findWallets, type FoundWallet } from './find-wallets.ts';
import styles from './Rally.module.css';
import type { ClaimStepsProps } from './RallySteps.tsx';
import { siweMessage } from './siwe-message.ts';
import { useClaimPhase } from './use-claim-phase.ts';
import { createWalletFlow, type WalletFlow } from './wallet-model.ts';

/** The chain of a token that the event asks for and that is read here. */
const chainOf = (event: WireEvent, chainIds: readonly number[]): number =>
  event.event_tokens?.find(({ token_chain_id: id }) => chainIds.includes(id))?.token_chain_id ?? chainIds[0] ?? 1;

/** Sign-In with Ethereum, from the choice of a wallet to the claim. */
export default function WalletSteps({ event, onDone, onClaimed, onWaits, onBusy, onClose }: ClaimStepsProps) {
  const { t } = useTranslation('rally');
  const [flow] = useState(() =>
    createWalletFlow({
      nonce: () => call('POST /auth/siwe_nonce', { body: {} }),
      message: async (address, nonce) =>
        siweMessage({ address, nonce, chainId: chainOf(event, nonce.chain_ids), statement: t('wallet.statement') }),
      claim: (signed) =>
        claimOrWait(
          event.event_uuid,
          () => call('POST /events/purchase_siwe', { body: { event_uuid: event.event_uuid, ...signed } }),
          onWaits,
        ),
      say: messageOf,
      words: {
        declined: t('wallet.declined'),
        busy: t('wallet.busy'),
        noAccount: t('wallet.noAccount'),
        failed: t('wallet.failed'),
      },
      done: onDone,
    }),
  );
  // It outlives the code on screen: the other device still has to sign.
  const [device] = useState(createDeviceLink);
  useEffect(() => device.end, [device]);
  const phase = useStore(flow.store);
  const chooseAgain = (): void => {
    device.end();
    flow.chooseAgain();
  };
  useClaimPhase(phase.is, { onClaimed, onBusy });
  if (phase.is === 'done') return null;
  if (phase.is === 'choosing') return <Choice event={event} flow={flow} device={device} />;
  if (phase.is === 'refused')
    return (
      <>
        <div className={styles.refusal} role="alert">
          {phase.message}
        </div>
        {phase.again === 'nothing' ? (
          <Button size="lg" fullWidth variant="default" onClick={onClose} data-autofocus>
            {t('back')}
          </Button>
        ) : (
          <Button
            size="lg"
            fullWidth
            onClick={phase.again === 'claim' ? () => void flow.claimAgain() : chooseAgain}
            data-autofocus
          >
            {t(phase.again === 'claim' ? 'again' : 'signInAgain')}
          </Button>
        )}
      </>
    );
  const text =
    phase.is === 'connecting' || phase.is === 'signing'
      ? t(`wallet.${phase.is}`, { wallet: phase.wallet })
      : t('claiming');
  return (
    <>
      <p className={styles.text} role="status">
        {text}
      </p>
      <Button size="lg" fullWidth loading>
        {text}
      </Button>
      {phase.is !== 'claiming' && (
        <Button size="sm" fullWidth variant="subtle" onClick={chooseAgain} data-autofocus>
          {t('wallet.another')}
        </Button>
      )}
    </>
  );
}

function Choice({ event, flow, device }: { event: WireEvent; flow: WalletFlow; device: DeviceLink }) {
  const { t } = useTranslation('rally');
  const config = useClientConfig().data;
  const [wallets, setWallets] = useState<readonly FoundWallet[]>([]);
  useEffect(() => findWallets(setWallets), []);
  const projectId = config?.walletconnect_project_id ?? null;
  return (
    <>
      <p className={styles.text}>{t(wallets.length > 0 ? 'wallet.choose' : 'wallet.none')}</p>
      <div className={styles.wallets}>
        {wallets.map((wallet, place) => (
          <Button
            key={wallet.id}
            size="lg"
            fullWidth
            variant="default"
            leftSection={
              wallet.icon ? (
                <img src={wallet.icon} alt="" width={24} height={24} className={styles.icon} />
              ) : (
                <IconWallet size={24} stroke={1.6} aria-hidden="true" />
              )
            }
            onClick={() => {
              device.end();
              void flow.signIn(wallet);
            }}
            {...(place === 0 && { 'data-autofocus': true })}
          >
            {wallet.name}
          </Button>
        ))}
        {projectId !== null && (
          <AnotherDevice
            projectId={projectId}
            chainId={chainOf(event, config?.wallet_chain_ids ?? [])}
            flow={flow}
            device={device}
          />
        )}
      </div>
    </>
  );
}

interface AnotherDeviceProps {
  projectId: string;
  chainId: number;
  flow: WalletFlow;
  device: DeviceLink;
}

/** WalletConnect: a code for the camera of the device that has the wallet. */
function AnotherDevice({ projectId, chainId, flow, device }: AnotherDeviceProps) {
  const { t } = useTranslation('rally');
  const [uri, setUri] = useState<string>();
  const [problem, setProblem] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const begin = async () => {
    setProblem(false);
    setBusy(true);
    try {
      const provider = await device.connect(async () => {
        const { otherDevice } = await import('./wallet-connect.ts');
        return otherDevice(projectId, chainId, setUri);
      });
      if (provider) await flow.signIn({ name: t('wallet.device'), provider });
    } catch {
      setUri(undefined);
      setProblem(true);
    }
    setBusy(false);
  };
  if (uri)
    return (
      <div className={styles.scan}>
        <QRCodeSVG value={uri} size={240} marginSize={4} title={t('wallet.scan')} />
        <p className={styles.text}>{t('wallet.scan')}</p>
      </div>
    );
  return (
    <>
      <Button
        size="lg"
        fullWidth
        variant="default"
        leftSection={<IconDeviceMobile size={24} stroke={1.6} aria-hidden="true" />}
        loading={isBusy}
        onClick={() => void begin()}
      >
        {t('wallet.device')}
      </Button>
      {problem && (
        <p className={styles.refusal} role="alert">
          {t('wallet.deviceFailed')}
        </p>
      )}
    </>
  );
}
