import { rallyReturnPath } from '@frontrow/contract/accounts/links.ts';
import type { FastifyInstance } from 'fastify';
import type { Kit } from '../../kit.ts';
import { nameField, signInPages } from '../sign-in-pages.ts';
import { standInPath } from './stand-in-gate.ts';

const codeValidSeconds = 60;
const walletName = /^[A-Za-z0-9][A-Za-z0-9._-]{2,60}$/;
const field = {
  name: 'wallet',
  label: 'Wallet, to be the same one again',
  hint: 'Use 3 to 60 letters, numbers, dots, dashes or underscores.',
} as const;

interface Said {
  readonly wallet: string;
  readonly isHolder: boolean;
}

/**
 * The built-in provider's one page: "I am a holder" of everything asked, or not. A wallet may be named, to be the same
 * one again; else each sign-in is with a new one.
 */
export const standInPages = (kit: Pick<Kit, 'config' | 'db' | 'ids'>): ((app: FastifyInstance) => Promise<void>) =>
  signInPages<Said>(kit, {
    path: standInPath,
    returnPath: rallyReturnPath,
    title: 'Sign in with your wallet',
    insteadOf: 'a wallet',
    heading: 'Do you hold what this event asks for?',
    text: 'Frontrow asks what your wallet holds. This page stands in for a wallet: whatever you say is believed.',
    form: (wrong) => `<button name="decision" value="holder">I am a holder</button>
<button name="decision" value="not_holder" class="quiet">I am not</button>
<details${wrong === undefined ? '' : ' open'}><summary>Name the wallet</summary>
${nameField(field, wrong)}</details>`,
    read({ decision, wallet: typed = '' }) {
      if (decision !== 'holder' && decision !== 'not_holder') return 'denied';
      const named = typed.trim();
      if (named !== '' && !walletName.test(named)) return { wrong: named };
      return { said: { wallet: named === '' ? kit.ids.uuid() : named.toLowerCase(), isHolder: decision === 'holder' } };
    },
    async keep({ hash, challenge, returnUrl }, { wallet, isHolder }) {
      await kit.db.query(
        `INSERT INTO rally_stand_in_wallet (wallet, is_holder) VALUES ($1, $2)
         ON CONFLICT (wallet) DO UPDATE SET is_holder = excluded.is_holder, said_at = app_now()`,
        [wallet, isHolder],
      );
      await kit.db.query(
        `INSERT INTO rally_stand_in_code (hash, code_challenge, return_url, wallet, expires_at)
         VALUES ($1, $2, $3, $4, app_now() + make_interval(secs => $5))`,
        [hash, challenge, returnUrl, wallet, codeValidSeconds],
      );
    },
    elsewhere: 'Close this window and get your ticket again.',
  });
