import { loginLimit, readLimit } from '../../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../../http/routes/route.ts';
import type { AccountsUses } from '../routes.ts';
import { beginSecondFactor, confirmSecondFactor } from './turn-on.ts';
import { turnOffSecondFactor } from './turn-off.ts';

/** Calls about two-step log-in of the caller's account. */
export function secondFactorRoutes(uses: AccountsUses): AnyRoute[] {
  const { db } = uses;
  return [
    route({
      call: 'GET /user/second_factor',
      who: 'account',
      limit: readLimit,
      handle: async ({ actor }) => {
        const row = await db.one<{ left: number }>(
          `SELECT (SELECT count(*) FROM recovery_code r WHERE r.user_id = f.user_id AND r.used_at IS NULL)::int AS left
           FROM second_factor f WHERE f.user_id = $1 AND f.confirmed_at IS NOT NULL`,
          [actor.id],
        );
        return { on: row !== undefined, recovery_codes_left: row?.left ?? 0 };
      },
    }),
    route({
      call: 'POST /user/second_factor/begin',
      who: 'account',
      limit: loginLimit,
      handle: ({ actor, body }) => beginSecondFactor(uses, actor, body.password),
    }),
    route({
      call: 'POST /user/second_factor/confirm',
      who: 'account',
      limit: loginLimit,
      handle: async ({ actor, body }) => ({
        recovery_codes: await confirmSecondFactor(uses, actor, body.second_factor_code),
      }),
    }),
    route({
      call: 'POST /user/second_factor/off',
      who: 'account',
      limit: loginLimit,
      handle: async ({ actor, body }) => {
        await turnOffSecondFactor(uses, actor, { password: body.password, code: body.second_factor_code });
        return {};
      },
    }),
  ];
}
