import { removeCards } from './remove-cards.ts';
import { remindersQuestionPath } from '@frontrow/contract/accounts/links.ts';
import type { Sql, Tx } from '../../db/db.ts';
import type { Feature } from '../../feature.ts';
import type { Authenticator } from '../../http/callers/authenticate.ts';
import { oneClickPost } from '../../http/routes/one-click-post.ts';
import type { Kit } from '../../kit.ts';
import { oneAtATime } from '../../media/pictures.ts';
import { createAccessTokens } from './access-token.ts';
import { auditView, chainAuditLog, listAudit, recordAudit } from './admin/audit-log.ts';
import { adminRoutes } from './admin/routes.ts';
import { endSessionsOf, refuseSuspendedEmail, restoreAccount, suspendAccount } from './admin/suspensions.ts';
import { consumeAttempt } from './attempts.ts';
import { createAuthenticator } from './authenticator.ts';
import { purgeExpired } from './purge-expired.ts';
import { requestGuestLink, guestFor, holderFor, type Person, personOf } from './guests.ts';
import { type JoinLink, createMoveSaleToOwner, createJoinLinks } from './join-links.ts';
import { moveTicketToGuest } from './move-guest-tickets.ts';
import { createLogInAnswers } from './log-in.ts';
import { accountsMailHandlers } from './mail-handlers.ts';
import { ownAccountRoutes } from './own-account-routes.ts';
import { passkeyRoutes } from './passkeys/routes.ts';
import { createPasswordHash, requirePassword, type OwnSession } from './passwords.ts';
import { adminAddresses, createAccountLookup, createAddressReads } from './records.ts';
import {
  oneClickPath,
  reminderLinks,
  type ReminderLinks,
  reminderRoutes,
  setRemindersByMail,
} from './reminder-opt-out.ts';
import { accountsRoutes, secondFactorRoutes, publicProfileRoutes } from './routes.ts';
import { createSessions, deviceOf } from './sessions.ts';
import { socialRoutes } from './social/routes.ts';

/** The account, and why an app admin does something about it. */
interface AboutAccount {
  readonly accountId: number;
  readonly reason: string;
}

export type { Person } from './guests.ts';

/** What other features may call. */
export interface Accounts {
  readonly feature: Feature;
  readonly authenticator: Authenticator;
  /** The guest account of a normalized email address, created if missing. */
  guestFor(sql: Sql, email: string): Promise<{ id: number; username: string }>;
  /**
   * The person of a normalized email address: the account that has verified it, otherwise its guest, created if
   * missing.
   */
  personOf(sql: Sql, email: string): Promise<Person>;
  /** The user agent that opened a session; empty where none was sent. */
  deviceOf(sql: Sql, sessionId: string): Promise<string>;
  /** What a reminder to this account offers to have no more of them. */
  reminderLinks(userId: number): ReminderLinks;
  /**
   * The link of a ticket email. A guest gets a page whose button consumes the link for a session that is valid for the
   * event; others get the event page.
   */
  readonly joinLink: JoinLink;
  /**
   * Emails the guest of this address another join link, if there is a ticket; at most three an hour, without an error.
   */
  resendJoinLink(email: string, eventUuid: string): Promise<void>;
  /** Call it after a purchase: if the buyer was merged into another account in the meantime, the ticket moves there. */
  moveSaleToOwner(buyerId: number): Promise<void>;
  readonly moveTicketToGuest: typeof moveTicketToGuest;
  readonly removeCards: typeof removeCards;
  /** Records in the audit log what an app admin did, in the same transaction. */
  readonly recordAudit: typeof recordAudit;
  /** What app admins did about an event of a host, newest first, on the wire. */
  auditAbout(
    sql: Sql,
    about: { readonly subjectId: number; readonly eventUuid: string },
  ): Promise<ReturnType<typeof auditView>[]>;
  /** Suspends an account and ends its sessions. Refuses `admin_not_suspendable` and `already_suspended`. */
  suspend(tx: Tx, about: AboutAccount): Promise<void>;
  /** Refuses `not_suspended`. */
  restore(tx: Tx, about: AboutAccount): Promise<void>;
  endSessions(tx: Tx, about: AboutAccount): Promise<void>;
  /** Refuses `email_blocked` for the normalized email address of a suspended person. */
  refuseSuspendedEmail(email: string): Promise<void>;
  /** Refuses a session in which the password was not typed lately, unless it is typed now. */
  requirePassword(actor: OwnSession, typed: string | undefined): Promise<void>;
  /** Counts one attempt, in the database. Refuses `too_many_requests`. */
  readonly consumeAttempt: typeof consumeAttempt;
  /**
   * Who receives a ticket for this normalized email address: the account that has verified it, otherwise its guest. The
   * account is locked, so that it cannot be erased in the meantime.
   */
  holderFor(tx: Sql, email: string): Promise<number>;
  /**
   * The address for emails to this account. For one that was merged into another, that one's; undefined once erased.
   */
  addressOf(userId: number): Promise<string | undefined>;
  /** Where app admins read what needs a person. */
  adminAddresses(): Promise<readonly string[]>;
}

export function accountsFeature(kit: Kit): Accounts {
  const tokens = createAccessTokens(kit);
  const lookup = createAccountLookup(kit);
  const sessions = createSessions({ ...kit, tokens });
  const passwords = createPasswordHash();
  const deps = { ...kit, lookup, passwords, sessions, answerLogIn: createLogInAnswers(kit) };
  const joinLink = createJoinLinks(kit);
  return {
    feature: {
      name: 'accounts',
      routes: [
        ...accountsRoutes(deps),
        ...ownAccountRoutes(deps),
        ...secondFactorRoutes(deps),
        ...passkeyRoutes(deps),
        ...socialRoutes(deps),
        ...publicProfileRoutes({ ...kit, inTurn: oneAtATime() }),
        ...reminderRoutes(kit),
        ...adminRoutes(deps),
      ],
      plugin: oneClickPost({
        path: oneClickPath,
        page: remindersQuestionPath,
        press: (token) => setRemindersByMail(kit, token, false),
      }),
      facts: accountsMailHandlers({ ...kit, joinLink }),
      jobs: [purgeExpired(kit), chainAuditLog(kit)],
    },
    authenticator: createAuthenticator({ ...deps, tokens }),
    recordAudit,
    moveTicketToGuest,
    removeCards,
    auditAbout: async (sql, about) => (await listAudit(sql, about)).entries.map(auditView),
    suspend: (tx, about) => suspendAccount(tx, deps, about),
    restore: (tx, about) => restoreAccount(tx, deps, about),
    endSessions: (tx, about) => endSessionsOf(tx, deps, about),
    refuseSuspendedEmail: (email) => refuseSuspendedEmail(kit.db, email),
    consumeAttempt,
    requirePassword: (actor, typed) => requirePassword(deps, actor, typed),
    holderFor: (tx, email) => holderFor(tx, kit.ids, email),
    moveSaleToOwner: createMoveSaleToOwner(deps),
    guestFor: (sql, email) => guestFor(sql, kit.ids, email),
    deviceOf,
    personOf: (sql, email) => personOf(sql, kit.ids, email),
    reminderLinks: (userId) => reminderLinks(kit.config, userId),
    joinLink,
    resendJoinLink: (email, eventUuid) => requestGuestLink(kit, { email, eventUuid }),
    addressOf: createAddressReads(kit.db),
    adminAddresses: () => adminAddresses(kit.db),
  };
}
