import { loginLimit, readLimit, writeLimit } from '../../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../../http/routes/route.ts';
import { sessionView } from '../profile.ts';
import type { AccountsDeps } from '../routes.ts';
import { relyingParty } from './ceremony.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyLogIn,
  listPasskeys,
  logInByPasskey,
  removePasskey,
  type TypedProof,
} from './passkeys.ts';

const proofOf = (body: { password?: string | undefined; second_factor_code?: string | undefined }): TypedProof => ({
  password: body.password,
  code: body.second_factor_code,
});

export function passkeyRoutes(deps: AccountsDeps): AnyRoute[] {
  const { answerLogIn, config, db, lookup } = deps;
  return [
    route({
      call: 'GET /user/passkeys',
      who: 'account',
      limit: readLimit,
      handle: async ({ actor }) => ({ passkeys: await listPasskeys(db, actor.id) }),
    }),
    route({
      call: 'POST /user/passkeys/begin',
      who: 'account',
      limit: loginLimit,
      handle: ({ actor, body, header }) => beginPasskey(deps, actor, proofOf(body), relyingParty(config, header)),
    }),
    route({
      call: 'POST /user/passkeys',
      who: 'account',
      limit: loginLimit,
      handle: ({ actor, body, header }) => addPasskey(deps, actor, body, relyingParty(config, header)),
    }),
    route({
      call: 'POST /user/passkeys/remove',
      who: 'account',
      limit: loginLimit,
      handle: async ({ actor, body }) => {
        const ended = await removePasskey(deps, actor, body.passkey_ide, proofOf(body));
        for (const sessionId of ended) lookup.forget(sessionId);
        return {};
      },
    }),
    route({
      call: 'POST /auth/passkey/begin',
      who: 'anyone',
      // Each login form that is opened asks.
      limit: writeLimit,
      staleTokenIgnored: true,
      handle: ({ header }) => beginPasskeyLogIn(deps, relyingParty(config, header)),
    }),
    route({
      call: 'POST /auth/passkey',
      who: 'anyone',
      limit: loginLimit,
      staleTokenIgnored: true,
      handle: async (call) => {
        const { body, header } = call;
        const { tokens, account } = await answerLogIn(call, { how: 'passkey' }, (origin) =>
          logInByPasskey(deps, body.credential, relyingParty(config, header), origin),
        );
        return sessionView(db, tokens, account);
      },
    }),
  ];
}
