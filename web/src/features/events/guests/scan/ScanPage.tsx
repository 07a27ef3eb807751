import '#web/shared/styles/components.ts';
import { TextInput } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowLeft,
  IconCamera,
  IconCheck,
  IconCloudOff,
  IconHourglass,
  IconTicketOff,
  IconX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { codeHashChars, scanPlaceCharsMax } from '@frontrow/core/ticketing/check-in.ts';
import { seconds } from '@frontrow/core/kernel/instant.ts';
import { useStore } from 'zustand';
import { call } from '#web/shared/api/call.ts';
import { ApiRefusal, messageOf } from '#web/shared/api/refusal.ts';
import { readStored, writeStored } from '#web/shared/api/storage.ts';
import { formatTime } from '#web/shared/format/time.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { newId } from '#web/shared/new-id.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { serverNow } from '#web/shared/server-clock.ts';
import { toastError } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Form } from '#web/shared/ui/Form.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { userText } from '#web/shared/catalog/user-text.ts';
import { eventKey, fetchEvent } from '../../event-feed.ts';
import { guestsPath } from '../../host-paths.ts';
import { allowSound, signal, useCamera } from './camera.ts';
import styles from './ScanPage.module.css';
import { createScanner, isCorrected, isWaiting, type Scan, type Scanner } from './scanner.ts';

const retryMs = seconds(5);
const listMs = seconds(60);
const recentMax = 20;
const tooMany = 429;
const serverFault = 500;

/** SHA-256 as the server writes it; browsers have it on https and on the same machine only. */
async function hashOf(eventUuid: string, code: string): Promise<string | undefined> {
  if (!('subtle' in crypto)) return undefined;
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${eventUuid}:${code}`));
  const hex = Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.slice(0, codeHashChars);
}

const isOutage = (error: unknown): boolean =>
  !(error instanceof ApiRefusal) || error.status === 0 || error.status === tooMany || error.status >= serverFault;

const scannerOf = (eventUuid: string): Scanner =>
  createScanner(eventUuid, {
    storage: { getItem: readStored, setItem: writeStored },
    send: (scans, place) =>
      call('POST /events/door_list/scan', {
        body: { event_uuid: eventUuid, scans: [...scans], ...(place.trim() && { place: place.trim() }) },
      }),
    undo: (ticketUuid) =>
      call('POST /events/door_list/check_in', {
        body: { event_uuid: eventUuid, ticket_uuid: ticketUuid, checked_in: false },
      }),
    hash: (code) => hashOf(eventUuid, code),
    isOutage,
    isOnline: () => navigator.onLine,
    now: serverNow,
    newId,
  });

/** Waiting scans are sent every few seconds and when the network is back; the list for offline is renewed. */
function useSync(eventUuid: string, scanner: Scanner): void {
  useEffect(() => {
    const send = () => void scanner.sync();
    const timer = setInterval(send, retryMs);
    window.addEventListener('online', send);
    send();
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', send);
    };
  }, [scanner]);
  const codes = useQuery({
    queryKey: ['scan-codes', eventUuid],
    queryFn: () => call('GET /events/:id/door_list/codes', { params: { id: eventUuid } }),
    refetchInterval: listMs,
  });
  useEffect(() => {
    if (codes.data) scanner.setCodes(codes.data);
  }, [codes.data, scanner]);
}

/** `/my_live_events/scan/{uuid}`: tickets are scanned at the entrance, with or without a network. */
export default function ScanPage() {
  const { uuid = '' } = useParams();
  const { t } = useTranslation('scanner');
  usePageTitle(t('title'));
  const scanner = useMemo(() => scannerOf(uuid), [uuid]);
  const page = useQuery({ queryKey: eventKey(uuid), queryFn: () => fetchEvent(uuid, undefined) });
  useSync(uuid, scanner);
  const state = useStore(scanner.store);
  const waiting = state.scans.filter(isWaiting).length;
  const shown = state.scans.find(({ id }) => id === state.shown);
  const onCode = useCallback(
    (text: string) => {
      void scanner.scan(text).then((isTicket) => {
        if (!isTicket) signal(false);
      });
    },
    [scanner],
  );
  // A late answer must not sound like a welcome for what was read after it.
  useSignal(state.isForeign ? undefined : shown);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Link to={guestsPath(uuid)} className={styles.back}>
          <IconArrowLeft size={20} stroke={1.8} aria-hidden="true" />
          {t('back')}
        </Link>
        <h1>{t('title')}</h1>
        {page.data && (
          <p className={styles.event} {...userText}>
            {page.data.event.event_title}
          </p>
        )}
      </header>
      <Camera onCode={onCode} />
      <div role="status" aria-live="assertive" className={styles.said}>
        {state.isForeign ? (
          <Said tone="bad" title={t('result.not_valid')} text={t('notValid')} />
        ) : (
          shown && <Result scan={shown} scanner={scanner} />
        )}
      </div>
      <ByHand onCode={onCode} />
      <div className={styles.facts}>
        {state.tickets !== undefined && (
          <p className={styles.count}>{t('count', { in: state.checkedIn ?? 0, tickets: state.tickets })}</p>
        )}
        {state.offline && (
          <p className={styles.offline}>
            <IconCloudOff size={18} stroke={1.8} aria-hidden="true" />
            {t('offline')}
          </p>
        )}
        {waiting > 0 && <p>{t('waiting', { count: waiting })}</p>}
        {state.refused !== undefined && <ErrorNote error={new Error(state.refused)} />}
      </div>
      <Lists scanner={scanner} scans={state.scans} />
      <TextInput
        label={t('place')}
        description={t('placeHelp')}
        value={state.place}
        maxLength={scanPlaceCharsMax}
        onChange={(changed) => scanner.setPlace(changed.currentTarget.value)}
      />
    </div>
  );
}

/** One sound per scan: when its answer is there, or when it takes too long. */
function useSignal(shown: Scan | undefined): void {
  const said = useRef('');
  useEffect(() => {
    if (!shown || shown.undoneAt !== undefined || (!shown.answer && !shown.late)) return;
    const result = shown.answer?.result ?? shown.guess;
    const key = `${shown.id} ${result}`;
    if (said.current === key) return;
    said.current = key;
    signal(result === 'welcome');
  }, [shown]);
}

function Camera({ onCode }: { onCode: (text: string) => void }) {
  const { t } = useTranslation('scanner');
  const { video, state, start } = useCamera(onCode);
  const isOn = state === 'on';
  return (
    <section className={styles.camera} aria-label={t('camera')}>
      <video ref={video} muted playsInline className={isOn ? styles.video : styles.none} />
      {isOn ? (
        <>
          <div className={styles.frame} aria-hidden="true" />
          <p className={styles.aim}>{t('aim')}</p>
        </>
      ) : (
        <div className={styles.start}>
          <p role={state === 'off' || state === 'starting' ? undefined : 'alert'}>
            {t(state === 'off' || state === 'starting' ? 'startText' : `trouble.${state}`)}
          </p>
          <Button
            size="lg"
            leftSection={<IconCamera size={20} stroke={1.8} aria-hidden="true" />}
            loading={state === 'starting'}
            onClick={() => {
              allowSound();
              void start();
            }}
          >
            {t('start')}
          </Button>
        </div>
      )}
    </section>
  );
}

type Tone = 'good' | 'warn' | 'bad' | 'other' | 'wait';
const icons = { good: IconCheck, warn: IconAlertTriangle, bad: IconX, other: IconTicketOff, wait: IconHourglass };

function Said({ tone, title, text, undo }: { tone: Tone; title: string; text?: string; undo?: () => void }) {
  const { t } = useTranslation('scanner');
  const Icon = icons[tone];
  return (
    <div className={`${styles.result} ${styles[tone]}`}>
      <Icon size={36} stroke={2.4} aria-hidden="true" />
      <div className={styles.words}>
        <p className={styles.resultTitle}>{title}</p>
        {text && <p>{text}</p>}
      </div>
      {undo && (
        <Button size="sm" variant="default" onClick={undo}>
          {t('undo')}
        </Button>
      )}
    </div>
  );
}

const tones = { welcome: 'good', already: 'warn', not_valid: 'bad', other_event: 'other' } as const;
const guessTones = { welcome: 'good', already: 'warn', unknown: 'warn' } as const;

/** The words for a scan: what the server said or, where it has not in time, what this phone knows. */
function useWords(): (scan: Scan) => { tone: Tone; title: string; text?: string } {
  const { t } = useTranslation('scanner');
  return (scan) => {
    const { answer, guess, late, undoneAt, code } = scan;
    if (undoneAt !== undefined) return { tone: 'wait', title: t('undone'), text: code };
    if (!answer && !late) return { tone: 'wait', title: t('checking'), text: code };
    if (!answer) return { tone: guessTones[guess], title: t(`guess.${guess}`), text: t(`guess.${guess}Text`) };
    const { result, ticket, checked_in: at, place, event_title: title } = answer;
    const words = { tone: tones[result], title: t(`result.${result}`) };
    if (result === 'not_valid') return { ...words, text: t('notValid') };
    // For which one, only the host learns.
    if (result === 'other_event') return title === null ? words : { ...words, text: t('other', { title }) };
    const who = ticket ? t('seat', { name: ticket.name, seat: ticket.ticket_seat }) : code;
    if (result === 'welcome' || at === null) return { ...words, text: who };
    const time = formatTime(at);
    return { ...words, text: `${place === null ? t('at', { time }) : t('atPlace', { time, place })}. ${who}` };
  };
}

/** Whether the check-in can still be undone. */
const canUndo = ({ answer, undoneAt }: Scan): boolean =>
  undoneAt === undefined && (answer === undefined || answer.result === 'welcome');
const undoScan = (scanner: Scanner, scan: Scan): void =>
  void scanner.undo(scan).catch((error: unknown) => toastError(messageOf(error)));

function Result({ scan, scanner }: { scan: Scan; scanner: Scanner }) {
  const wordsOf = useWords();
  return <Said {...wordsOf(scan)} {...(canUndo(scan) && { undo: () => undoScan(scanner, scan) })} />;
}

function ByHand({ onCode }: { onCode: (text: string) => void }) {
  const { t } = useTranslation('scanner');
  const [typed, setTyped] = useState('');
  const [isMissing, setMissing] = useState(false);
  const submit = () => {
    allowSound();
    setMissing(typed.trim() === '');
    if (typed.trim() !== '') onCode(typed);
    setTyped('');
  };
  return (
    <Form className={styles.byHand} onSubmit={submit}>
      <TextInput
        label={t('code')}
        placeholder="FR-8KQ2T7ABCD"
        value={typed}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        error={isMissing ? t('noCode') : undefined}
        onChange={(changed) => {
          setTyped(changed.currentTarget.value);
          setMissing(false);
        }}
      />
      <Button type="submit" variant="ink">
        {t('check')}
      </Button>
    </Form>
  );
}

function Lists({ scanner, scans }: { scanner: Scanner; scans: readonly Scan[] }) {
  const { t } = useTranslation('scanner');
  const corrected = scans.filter(isCorrected);
  return (
    <>
      {corrected.length > 0 && (
        <section className={styles.corrected} role="alert">
          <h2>{t('corrected')}</h2>
          <p>{t('correctedText')}</p>
          <ScanList scans={corrected} scanner={scanner} />
        </section>
      )}
      {scans.length > 0 && (
        <section>
          <h2>{t('recent')}</h2>
          <ScanList scans={scans.slice(0, recentMax)} scanner={scanner} />
        </section>
      )}
    </>
  );
}

function ScanList({ scans, scanner }: { scans: readonly Scan[]; scanner: Scanner }) {
  const { t } = useTranslation('scanner');
  const wordsOf = useWords();
  return (
    <ul className={styles.list}>
      {scans.map((scan) => {
        const { tone, title, text } = wordsOf(scan);
        return (
          <li key={scan.id}>
            <span className={`${styles.dot} ${styles[tone]}`} aria-hidden="true" />
            <span className={styles.words}>
              <strong>{title}</strong>
              <span>
                {formatTime(scan.at)} · {text ?? scan.code}
              </span>
            </span>
            {canUndo(scan) && (
              <Button
                size="sm"
                variant="subtle"
                aria-label={t('undoOf', { code: scan.code })}
                onClick={() => undoScan(scanner, scan)}
              >
                {t('undo')}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
