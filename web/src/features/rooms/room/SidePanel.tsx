import '#web/shared/styles/components.ts';
import { CloseButton, Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { FeedLine } from '../broadcast/FeedLine.tsx';
import { StreamPanel } from '../broadcast/StreamPanel.tsx';
import { ChatPanel } from '../chat/ChatPanel.tsx';
import { HandsPanel } from '../hands/HandsPanel.tsx';
import { HealthLine, HostSwitches } from './HostFoot.tsx';
import panels from './Panels.module.css';
import { PeopleList } from '../people/PeopleList.tsx';
import { type PanelTab, useCapabilities, useRoomParts, useSnapshot, useView } from './room-view.ts';
import styles from './SidePanel.module.css';

function ViewerPanel() {
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

function HostPanel() {
  const { t } = useTranslation('rooms');
  const { view } = useRoomParts();
  const tab = useView((one) => one.tab);
  const can = useCapabilities();
  const encoder = useSnapshot((snapshot) => snapshot.live?.source === 'encoder');
  const hands = useSnapshot((snapshot) => snapshot.live?.hands.length ?? 0);
  return (
    <aside
      className={styles.panel}
      data-tab={tab}
      aria-label={t(tab === 'stream' ? 'broadcast:stream.title' : `${tab}.title`)}
    >
      <Tabs
        value={tab}
        onChange={(next) => next && view.setState({ tab: next as PanelTab, ...(next === 'chat' ? { unread: 0 } : {}) })}
        variant="pills"
        classNames={{ root: styles.tabs, list: styles.tabList, tab: styles.tab, panel: styles.tabPanel }}
        styles={{ tab: { margin: 0, padding: '0 8px', fontSize: 14 } }}
        keepMounted={false}
      >
        <Tabs.List grow aria-label={t('room.label')}>
          {can.maySelectSource && <Tabs.Tab value="stream">{t('broadcast:stream.title')}</Tabs.Tab>}
          <Tabs.Tab value="chat">{t('chat.title')}</Tabs.Tab>
          {can.mayChooseSpeaker && (
            <Tabs.Tab value="hands" rightSection={hands > 0 ? <span className={styles.count}>{hands}</span> : null}>
              {t('hands.title')}
            </Tabs.Tab>
          )}
          <Tabs.Tab value="people">{t('people.title')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="stream">
          <StreamPanel />
        </Tabs.Panel>
        <Tabs.Panel value="chat">
          <ChatPanel />
        </Tabs.Panel>
        <Tabs.Panel value="hands">
          <HandsPanel />
        </Tabs.Panel>
        <Tabs.Panel value="people">
          <div className={panels.panel}>
            <PeopleList />
          </div>
        </Tabs.Panel>
      </Tabs>
      <div className={styles.foot}>
        <HostSwitches />
        {encoder ? <FeedLine /> : <HealthLine />}
      </div>
    </aside>
  );
}

/** Chat for viewers, and for both in a private meeting; chat, hands and people for the owner. */
export function SidePanel() {
  const { model, page } = useRoomParts();
  return model.me.isOwner && page ? <HostPanel /> : <ViewerPanel />;
}
