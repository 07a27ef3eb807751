import '#web/shared/styles/components.ts';
import { CloseButton, Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import {
  IconBroadcast,
  IconChartBar,
  IconHandStop,
  IconMessageCircle,
  IconMessageQuestion,
  IconUsers,
} from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { StreamPanel } from '../broadcast/StreamPanel.tsx';
import { ChatPanel } from '../chat/ChatPanel.tsx';
import { HandCard } from '../hands/HandCard.tsx';
import { NextSpeaker } from '../hands/NextSpeaker.tsx';
import { HandsPanel } from '../hands/HandsPanel.tsx';
import { HealthLine, HostSwitches } from './HostSwitches.tsx';
import { PeoplePanel } from '../audience/PeoplePanel.tsx';
import { PollsPanel } from '../audience/PollsPanel.tsx';
import { QuestionsPanel } from '../audience/QuestionsPanel.tsx';
import { type PanelTab, useCapabilities, useRoomParts, useSnapshot, useView } from '../room-view.ts';
import styles from './SidePanel.module.css';
import panels from './Panels.module.css';
import { useHealth } from '../broadcast/use-health.ts';

/** In a private meeting there is only the chat. */
function MeetingPanel() {
  const { t } = useTranslation('rooms');
  const { view } = useRoomParts();
  return (
    <aside className={styles.panel} aria-label={t('chat.title')}>
      <header className={styles.head}>
        <h2>{t('chat.title')}</h2>
        <CloseButton
          size={40}
          iconSize={20}
          radius={999}
          aria-label={t('chat.close')}
          onClick={() => view.setState({ showChat: false })}
        />
      </header>
      <ChatPanel />
    </aside>
  );
}

/** The host has the next speaker above the queue. */
function AboveChat() {
  const { model } = useRoomParts();
  return (
    <>
      <HandCard />
      {!model.me.isOwner && <NextSpeaker />}
    </>
  );
}

interface Tab {
  readonly name: PanelTab;
  readonly label: string;
  readonly icon: ReactNode;
  readonly count?: number;
  readonly content: ReactNode;
}

const icon = { size: 20, stroke: 1.7, 'aria-hidden': true } as const;

/** What this person has next to the video. */
function useTabs(): readonly Tab[] {
  const { t } = useTranslation('rooms');
  const can = useCapabilities();
  const hands = useSnapshot((snapshot) => snapshot.live?.hands.length ?? 0);
  const questions = useSnapshot((snapshot) => snapshot.live?.openQuestions ?? 0);
  const openPoll = useSnapshot((snapshot) => snapshot.live?.openPoll ?? null);
  const tabs: readonly (Tab | false)[] = [
    can.maySelectSource && {
      name: 'stream',
      label: t('broadcast:stream.title'),
      icon: <IconBroadcast {...icon} />,
      content: <StreamPanel />,
    },
    {
      name: 'chat',
      label: t('chat.title'),
      icon: <IconMessageCircle {...icon} />,
      content: <ChatPanel aboveField={<AboveChat />} />,
    },
    can.mayChooseSpeaker && {
      name: 'hands',
      label: t('hands.title'),
      icon: <IconHandStop {...icon} />,
      count: hands,
      content: <HandsPanel />,
    },
    {
      name: 'questions',
      label: t('audience:questions.title'),
      icon: <IconMessageQuestion {...icon} />,
      count: questions,
      content: <QuestionsPanel />,
    },
    {
      name: 'polls',
      label: t('audience:polls.title'),
      icon: <IconChartBar {...icon} />,
      count: openPoll === null ? 0 : 1,
      content: <PollsPanel />,
    },
    can.maySeeViewers && {
      name: 'people',
      label: t('people.title'),
      icon: <IconUsers {...icon} />,
      content: <PeoplePanel />,
    },
  ];
  return tabs.filter((tab) => tab !== false);
}

function EventPanel() {
  const { t } = useTranslation('rooms');
  const { model, view } = useRoomParts();
  const can = useCapabilities();
  const tabs = useTabs();
  const chosen = useView((one) => one.tab);
  const encoder = useSnapshot((snapshot) => snapshot.live?.source === 'encoder');
  const ownTab = tabs.find(({ name }) => name === 'stream' || name === 'hands')?.name;
  const shown = tabs.find((tab) => tab.name === chosen) ?? tabs.find((tab) => tab.name === 'chat')!;
  const list = useRef<HTMLDivElement>(null);
  // On a phone they may be wider than the screen, and what led to a tab may have disappeared with the focus.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[data-active]');
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    if (document.activeElement === document.body) tab?.focus({ preventScroll: true });
  }, [shown.name]);
  return (
    <aside
      className={styles.panel}
      data-tab={shown.name}
      data-host={model.me.isOwner || undefined}
      data-own={(can.mayToggle && shown.name === ownTab) || undefined}
      aria-label={shown.label}
    >
      <Tabs
        value={shown.name}
        onChange={(next) => next && view.setState({ tab: next as PanelTab, ...(next === 'chat' ? { unread: 0 } : {}) })}
        variant="pills"
        classNames={{
          root: styles.tabs,
          list: styles.tabList,
          tab: styles.tab,
          panel: styles.tabPanel,
          tabLabel: styles.tabLabel,
          tabSection: styles.tabIcon,
        }}
        keepMounted={false}
      >
        <div className={styles.top}>
          <Tabs.List ref={list} grow aria-label={t('room.panels')}>
            {tabs.map(({ name, label, icon: sign, count = 0 }) => (
              <Tabs.Tab key={name} value={name} leftSection={sign}>
                {label}
                {count > 0 && <span className={styles.count}>{count}</span>}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {!model.me.isOwner && (
            <CloseButton
              className={styles.close}
              size={40}
              iconSize={20}
              radius={999}
              aria-label={t('chat.close')}
              onClick={() => view.setState({ showChat: false })}
            />
          )}
        </div>
        {tabs.map(({ name, content }) => (
          <Tabs.Panel key={name} value={name}>
            {content}
          </Tabs.Panel>
        ))}
      </Tabs>
      {can.mayToggle && (
        <div className={styles.foot}>
          <HostSwitches />
          {model.me.isOwner && (encoder ? <FeedLine /> : <HealthLine />)}
        </div>
      )}
    </aside>
  );
}

/** Next to the video: chat, questions and polls, for the host also hands and people; in a meeting the chat alone. */
export function SidePanel() {
  return useRoomParts().page ? <EventPanel /> : <MeetingPanel />;
}

const qualities = { good: 'good', hint: 'fair', problem: 'poor' } as const;

/** The encoder's feed in one line: how it is, its size and its bitrate. */
function FeedLine() {
  const { t, language } = useTranslation('broadcast');
  const { health, advice } = useHealth();
  const worst = advice[0]?.level ?? 'good';
  if (!health) return <p className={panels.health}>{t('health.none')}</p>;
  const { width = 0, height = 0, fps = 0, bitrateKbps } = health;
  const digits = { maximumFractionDigits: 1, minimumFractionDigits: 1 };
  const rate = new Intl.NumberFormat(language, digits).format((bitrateKbps ?? 0) / 1_000);
  return (
    <p className={panels.health} data-quality={qualities[worst]}>
      <strong>{t(`health.${worst}`)}</strong>
      <span>{t('rooms:health.picture', { height: Math.min(width, height), fps })}</span>
      {bitrateKbps !== undefined && <span>{t('rooms:health.rate', { value: rate })}</span>}
    </p>
  );
}
