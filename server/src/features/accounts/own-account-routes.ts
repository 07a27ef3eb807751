import { readOwnProfile } from '@frontrow/core/accounts/profile.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { loginLimit, mailLimit, readLimit, writeLimit } from '../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import { deleteAccount } from './deletion.ts';
import { requestEmailChange, changePassword, confirmEmailChange, exportAccount } from './own-account.ts';
import { profileView, sessionView } from './profile.ts';
import { findAccount } from './records.ts';
import type { AccountsDeps } from './routes.ts';
import { connectedHandle, connectSocial, disconnectSocial } from './social/connections.ts';
import { returnAddress } from './social/sign-in.ts';

/** Calls about the caller's own account. */
export function ownAccountRoutes(deps: AccountsDeps): AnyRoute[] {
  const { db, lookup, sessions } = deps;
  const own = async (id: number) => {
    const account = await findAccount(db, id);
    if (!account) throw refuse('user_not_found');
    return account;
  };
  return [
    route({
      call: 'GET /user/account',
      who: 'account',
      limit: readLimit,
      handle: async ({ actor }) => {
        const account = await own(actor.id);
        return {
          user: await profileView(db, account, actor.guestOf),
          user_surname: account.surname,
          has_password: account.passwordHash !== undefined,
          instagram: (await connectedHandle(db, account.id, 'instagram')) ?? null,
          openid: (await connectedHandle(db, account.id, 'openid')) ?? null,
        };
      },
    }),
    route({
      call: 'POST /user/account',
      who: 'account',
      limit: writeLimit,
      handle: async ({ actor, body }) => {
        const typed = readOwnProfile({
          name: body.user_name,
          surname: body.user_surname,
          zoneName: body.zone_name,
          city: body.city,
        });
        await db.query(
          'UPDATE app_user SET name = $2, surname = $3, zone_name = $4, city = $5 WHERE id = $1 AND erased_at IS NULL',
          [actor.id, typed.name, typed.surname, typed.zoneName, typed.city],
        );
        return profileView(db, await own(actor.id), actor.guestOf);
      },
    }),
    route({
      call: 'POST /user/language',
      who: 'member',
      limit: writeLimit,
      handle: async ({ actor, body }) => {
        await db.query('UPDATE app_user SET language = $2 WHERE id = $1 AND erased_at IS NULL', [
          actor.id,
          body.user_language,
        ]);
        return profileView(db, await own(actor.id), actor.guestOf);
      },
    }),
    route({
      call: 'POST /user/change_email',
      who: 'account',
      limit: mailLimit,
      handle: async ({ actor, body }) => {
        await requestEmailChange(deps, actor, body);
        return {};
      },
    }),
    route({
      call: 'POST /auth/confirm_email',
      who: 'anyone',
      limit: loginLimit,
      staleTokenIgnored: true,
      handle: async ({ body }) => {
        await confirmEmailChange(deps, body.token);
        return {};
      },
    }),
    route({
      call: 'POST /user/change_password',
      who: 'account',
      limit: loginLimit,
      handle: async ({ actor, body, header }) => {
        const { tokens, account } = await changePassword(
          deps,
          actor,
          { password: body.password, newPassword: body.new_password },
          header('user-agent'),
        );
        lookup.forget(actor.sessionId);
        return sessionView(db, tokens, account);
      },
    }),
    route({
      call: 'POST /user/connect_instagram',
      who: 'account',
      limit: loginLimit,
      handle: ({ actor, body, header }) =>
        connectSocial(deps, actor, body, (way) => returnAddress(deps.config, header, way)),
    }),
    route({
      call: 'POST /user/disconnect_instagram',
      who: 'account',
      limit: loginLimit,
      handle: async ({ actor, body }) => {
        await disconnectSocial(deps, actor, body);
        return {};
      },
    }),
    route({
      call: 'GET /user/sessions',
      who: 'account',
      limit: readLimit,
      handle: async ({ actor }) => ({
        sessions: (await sessions.list(db, actor.id)).map((one) => ({
          session_ide: one.sessionId,
          current: one.sessionId === actor.sessionId,
          device: one.device,
          started_at: one.startedMs,
          last_used_at: one.lastUsedMs,
        })),
      }),
    }),
    route({
      call: 'POST /user/sessions/revoke',
      who: 'account',
      limit: writeLimit,
      handle: async ({ actor, body }) => {
        const mine = (await sessions.list(db, actor.id)).some((one) => one.sessionId === body.session_ide);
        if (!mine) throw refuse('session_not_found');
        await sessions.end({ sessionId: body.session_ide });
        lookup.forget(body.session_ide);
        return {};
      },
    }),
    route({
      call: 'POST /user/sessions/revoke_others',
      who: 'account',
      limit: writeLimit,
      handle: async ({ actor }) => {
        const ended = await db.tx((tx) => sessions.endOthers(tx, { id: actor.id, sessionId: actor.sessionId }));
        for (const sessionId of ended) lookup.forget(sessionId);
        return { ended: ended.length };
      },
    }),
    route({
      call: 'GET /user/export',
      who: 'account',
      limit: loginLimit,
      handle: ({ actor }) => exportAccount(db, actor.id),
    }),
    route({
      call: 'POST /user/delete',
      who: 'account',
      limit: loginLimit,
      handle: async ({ actor, body }) => {
        await deleteAccount(deps, actor, body.password);
        lookup.forget(actor.sessionId);
        return {};
      },
    }),
  ];
}
