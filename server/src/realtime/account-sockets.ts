import { type ActivityUpdates, activityNamespace } from '@frontrow/contract/stats/live-activity.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { listenersCheckedEveryMs } from '@frontrow/core/rooms/limits.ts';
import type { DefaultEventsMap, Namespace, Socket } from 'socket.io';
import { createAnnouncements } from '../db/announcements.ts';
import type { Authenticator } from '../http/callers/authenticate.ts';
import type { Kit } from '../kit.ts';
import { createSocketRefusals } from './refuse-socket.ts';
import { SocketLimits } from './socket-limits.ts';
import type { Sockets } from './socket-server.ts';

interface AccountData {
  actor: Account;
}
type AccountSocket = Socket<DefaultEventsMap, ActivityUpdates, DefaultEventsMap, AccountData>;
type AccountNamespace = Namespace<DefaultEventsMap, ActivityUpdates, DefaultEventsMap, AccountData>;

export interface AccountSockets {
  /** Tells a host's windows, in all processes, that there is something new to read. */
  tellActivity(hostId: number): void;
  /** Tells somebody's windows, in all processes, that a private request has a new step. */
  tellRequests(accountId: number): void;
  attach<Data>(io: Sockets<Data>): void;
  detach(): Promise<void>;
}

const ownRoom = (accountId: number): string => `u:${accountId}`;

/**
 * Sockets of people outside of rooms. They only say that something is new: what it is, their own session asks, so
 * nothing is pushed to someone who has since been logged out.
 */
export function createAccountSockets(
  { db, ids, log, clock, config, security }: Pick<Kit, 'db' | 'ids' | 'log' | 'clock' | 'config' | 'security'>,
  authenticator: Authenticator,
): AccountSockets {
  const announcements = createAnnouncements(db, 'account', ids.uuid(), log);
  const limits = new SocketLimits(() => clock);
  const refusalOf = createSocketRefusals({ config, log, security });
  let namespace: AccountNamespace | undefined;
  let checkTimer: NodeJS.Timeout | undefined;
  let isAttached = false;

  const tell = (what: keyof ActivityUpdates, accountId: number): void =>
    void namespace?.to(ownRoom(accountId)).emit(what);
  const tellEverywhere = (what: keyof ActivityUpdates, accountId: number): void => {
    tell(what, accountId);
    if (isAttached) announcements.announce(`${what}:${accountId}`);
  };
  const letIn = async (socket: AccountSocket): Promise<void> => {
    const { token } = socket.handshake.auth as { token?: unknown };
    if (typeof token !== 'string') throw refuse('bad_input', { detail: 'token is needed.' });
    const actor = await authenticator.authenticate(token);
    if (actor.kind === 'anonymous') throw refuse('login_required');
    socket.data = { actor };
    if (actor.guestOf !== undefined) throw refuse('forbidden');
    limits.take(actor.id);
    if (socket.conn.readyState === 'closed') limits.release(actor.id);
    else socket.conn.once('close', () => limits.release(actor.id));
  };
  /** Sockets of sessions that have ended are closed. */
  const check = async (): Promise<void> => {
    const sockets = [...(namespace?.sockets.values() ?? [])];
    if (sockets.length === 0) return;
    const ended = await authenticator.ended(sockets.map((socket) => socket.data.actor));
    for (const socket of sockets) if (ended.has(socket.data.actor)) socket.disconnect(true);
  };

  return {
    tellActivity: (hostId) => tellEverywhere('activity', hostId),
    tellRequests: (accountId) => tellEverywhere('requests', accountId),
    attach(io) {
      isAttached = true;
      namespace = io.of(activityNamespace) as unknown as AccountNamespace;
      namespace.use((socket, next) => {
        letIn(socket).then(
          () => next(),
          (error: unknown) => next(refusalOf(error, socket, (socket.data as Partial<AccountData>).actor?.id)),
        );
      });
      namespace.on('connection', (socket) => void socket.join(ownRoom(socket.data.actor.id)));
      announcements.listen(
        (message) => {
          const [what, accountId] = message.split(':');
          tell(what === 'requests' ? 'requests' : 'activity', Number(accountId));
        },
        () => undefined,
      );
      checkTimer = setInterval(() => {
        check().catch((error: unknown) => log.warn({ error: String(error) }, 'account sockets not checked'));
      }, listenersCheckedEveryMs);
    },
    async detach() {
      clearInterval(checkTimer);
      namespace = undefined;
      await announcements.stop();
    },
  };
}
