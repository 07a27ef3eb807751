import '#web/shared/styles/components.ts';
import { ActionIcon, Menu } from '@mantine/core';
import {
  IconAntennaBars2,
  IconAntennaBars5,
  IconAntennaBarsOff,
  IconBan,
  IconClockPause,
  IconDotsVertical,
  IconHandStop,
  IconMicrophone2,
} from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { mayModeratePerson } from '@frontrow/core/rooms/capabilities.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { focusNextRow } from '#web/shared/ui/focus-next-row.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { formatTime } from '#web/shared/format/time.ts';
import type { RoomRole } from '@frontrow/core/rooms/room-rules.ts';
import { connectionStepOf, type Person, roleIn, timedOutUntil } from '../model/room-state.ts';
import styles from '../room/Panels.module.css';
import { useCapabilities, useOpenDialog, useRoomParts, useSnapshot } from '../room-view.ts';

const bar = { size: 14, stroke: 1.8, 'aria-hidden': true } as const;
/** As many bars as a phone shows. */
const bars = {
  good: <IconAntennaBars5 {...bar} />,
  weak: <IconAntennaBars2 {...bar} data-step="weak" />,
  lost: <IconAntennaBarsOff {...bar} data-step="lost" />,
} as const;

function PersonRow({ person }: { person: Person }) {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const live = useSnapshot((snapshot) => snapshot.live)!;
  const can = useCapabilities();
  const open = useOpenDialog();
  const { username } = person;
  const isOwner = username === live.owner.username;
  const isMe = username === model.me.username;
  const admin = live.admins.includes(username);
  const banned = live.banned.includes(username);
  const until = timedOutUntil(live, username);
  const role = roleIn(live, username);
  const step = useSnapshot((snapshot) => connectionStepOf(snapshot, username));
  const isOnStage = live.stageGuest?.username === username;
  return (
    <li className={styles.row}>
      <Avatar username={username} src={person.avatar} size={40} />
      <div className={styles.person}>
        <strong>
          {username}
          {isMe && ` (${t('room.you')})`}
        </strong>
        <span className={styles.marks}>
          {isOwner && t('chat.host')}
          {role !== 'viewer' ? t(`roles.${role}`) : admin && t('chat.admin')}
          {isOnStage && (
            <>
              <IconMicrophone2 size={14} stroke={1.8} aria-hidden="true" /> {t('roles.onStage')}
            </>
          )}
          {banned && (
            <>
              <IconBan size={14} stroke={1.8} aria-hidden="true" /> {t('people.blocked')}
            </>
          )}
          {until > 0 && (
            <>
              <IconClockPause size={14} stroke={1.8} aria-hidden="true" />{' '}
              {t('moderation:timeOut.until', { time: formatTime(until) })}
            </>
          )}
          {can.mayModerate && step && (
            <>
              {bars[step]} {t(`people.connection.${step}`)}
            </>
          )}
          {live.hands.some((hand) => hand.username === username) && (
            <>
              <IconHandStop size={14} stroke={1.8} aria-hidden="true" /> {t('people.hand')}
            </>
          )}
        </span>
      </div>
      {mayModeratePerson(can, { isOwner, isMe }) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="quiet" size={36} aria-label={t('chat.actions', { name: username })}>
              <IconDotsVertical size={18} stroke={1.8} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {!banned && <RoleItems username={username} role={role} isOnStage={isOnStage} />}
            {can.mayPromote && !banned && role !== 'cohost' && (
              <Menu.Item onClick={() => open({ kind: admin ? 'downgrade' : 'promote', username })}>
                {t(admin ? 'people.downgrade' : 'people.promote')}
              </Menu.Item>
            )}
            <Menu.Item onClick={() => void model.moderation.timeOut(username, until > 0 ? 0 : undefined)}>
              {t(until > 0 ? 'moderation:timeOut.end' : 'moderation:timeOut.start')}
            </Menu.Item>
            <Menu.Item onClick={() => open({ kind: 'removeAll', username })}>
              {t('moderation:removeAll.action')}
            </Menu.Item>
            <Menu.Item onClick={() => open({ kind: banned ? 'unblock' : 'block', username })}>
              {t(banned ? 'people.unblock' : 'people.block')}
            </Menu.Item>
            <Menu.Item onClick={() => open({ kind: 'removeViewer', username })}>{t('people.remove')}</Menu.Item>
            <Menu.Item onClick={() => open({ kind: 'reportPerson', username })}>{t('app:report')}</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      )}
    </li>
  );
}

/** Who speaks and who runs the room. No confirmation: each choice can be undone here. */
function RoleItems({ username, role, isOnStage }: { username: string; role: RoomRole; isOnStage: boolean }) {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const can = useCapabilities();
  if (!can.mayInviteGuests || (role === 'cohost' && !can.mayMakeCohosts)) return null;
  const give = (wanted: RoomRole) => () => void model.setRole(username, wanted);
  return (
    <>
      {role !== 'viewer' && (
        <Menu.Item onClick={() => void model.setStageGuest(username, !isOnStage)}>
          {t(isOnStage ? 'roles.offStageMenu' : 'roles.toStage')}
        </Menu.Item>
      )}
      {role === 'viewer' && <Menu.Item onClick={give('guest')}>{t('roles.makeGuest')}</Menu.Item>}
      {role !== 'cohost' && can.mayMakeCohosts && (
        <Menu.Item onClick={give('cohost')}>{t('roles.makeCohost')}</Menu.Item>
      )}
      {role !== 'viewer' && <Menu.Item onClick={give('viewer')}>{t('roles.take')}</Menu.Item>}
      <Menu.Divider />
    </>
  );
}

function RemovedRow({ person: { username, avatar } }: { person: Person }) {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const busy = useSnapshot((snapshot) => snapshot.busy.has(`readmit ${username}`));
  return (
    <AbsentRow username={username} avatar={avatar}>
      <Button
        size="sm"
        variant="default"
        loading={busy}
        aria-label={t('people.readmitWho', { name: username })}
        onClick={() => void model.readmitViewer(username)}
      >
        {t('people.readmit')}
      </Button>
    </AbsentRow>
  );
}

function BlockedRow({ username }: { username: string }) {
  const { t } = useTranslation('rooms');
  const open = useOpenDialog();
  return (
    <AbsentRow username={username} avatar={null}>
      <Button
        size="sm"
        variant="default"
        aria-label={t('people.unblockWho', { name: username })}
        onClick={() => open({ kind: 'unblock', username })}
      >
        {t('dialog.unblock')}
      </Button>
    </AbsentRow>
  );
}

function AbsentRow({ username, avatar, children }: Person & { children: ReactNode }) {
  return (
    <li className={styles.row}>
      <Avatar username={username} src={avatar} size={40} />
      <div className={styles.person}>
        <strong>{username}</strong>
      </div>
      {children}
    </li>
  );
}

/** Below who is here: a titled list; nothing where it is empty. */
function Absent({ title, children }: { title: string; children: readonly ReactNode[] }) {
  const heading = useId();
  if (children.length === 0) return null;
  return (
    <>
      <h3 id={heading} className={styles.part}>
        {title}
      </h3>
      <ul ref={focusNextRow} className={styles.rows} aria-labelledby={heading}>
        {children}
      </ul>
    </>
  );
}

/** Who is in the room, with what a moderator can do about each; then who was removed, and who is blocked and away. */
export function PeopleList() {
  const { t } = useTranslation('rooms');
  const live = useSnapshot((snapshot) => snapshot.live)!;
  const can = useCapabilities();
  const listed = new Set([...live.viewers, ...live.removed].map(({ username }) => username));
  return (
    <>
      {live.viewers.length === 0 ? (
        <p className={styles.empty}>{t('people.empty')}</p>
      ) : (
        <ul ref={focusNextRow} className={styles.rows}>
          {live.viewers.map((person) => (
            <PersonRow key={person.username} person={person} />
          ))}
        </ul>
      )}
      {can.mayModerate && (
        <>
          <Absent title={t('people.removed')}>
            {live.removed.map((person) => (
              <RemovedRow key={person.username} person={person} />
            ))}
          </Absent>
          {/* Of a large audience only some are listed above, so a blocked person may be here. */}
          <Absent title={t('people.blocked')}>
            {live.banned
              .filter((username) => !listed.has(username))
              .map((username) => (
                <BlockedRow key={username} username={username} />
              ))}
          </Absent>
        </>
      )}
    </>
  );
}
