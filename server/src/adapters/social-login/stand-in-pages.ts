import { socialReturnPath } from '@frontrow/contract/accounts/links.ts';
import type { FastifyInstance } from 'fastify';
import type { Kit } from '../../kit.ts';
import { nameField, signInPages } from '../sign-in-pages.ts';
import { standInPath } from './stand-in-social.ts';

const codeValidSeconds = 60;
const handle = /^[A-Za-z0-9][A-Za-z0-9._]{1,28}[A-Za-z0-9]$/;
const field = {
  name: 'handle',
  label: 'Instagram name',
  hint: 'Use 3 to 30 letters, numbers, dots or underscores.',
  focused: true,
} as const;

/** The built-in provider's one page: type a name, say yes or no. */
export const standInPages = (kit: Pick<Kit, 'config' | 'db' | 'ids'>): ((app: FastifyInstance) => Promise<void>) =>
  signInPages<string>(kit, {
    path: standInPath,
    returnPath: socialReturnPath,
    title: 'Sign in with Instagram',
    insteadOf: 'Instagram',
    heading: 'Sign in with Instagram (local stand-in)',
    text: 'Frontrow asks who you are. No password here: whatever name you type, you are that person.',
    form: (wrong) => `${nameField(field, wrong)}
<button name="decision" value="yes">Continue</button>
<button name="decision" value="no" class="quiet">Cancel</button>`,
    read({ decision, handle: typed = '' }) {
      if (decision !== 'yes') return 'denied';
      const said = typed.trim();
      return handle.test(said) ? { said } : { wrong: said };
    },
    async keep({ hash, challenge, returnUrl }, said) {
      await kit.db.query(
        `INSERT INTO social_stand_in_code (hash, code_challenge, return_url, handle, expires_at)
         VALUES ($1, $2, $3, $4, app_now() + make_interval(secs => $5))`,
        [hash, challenge, returnUrl, said, codeValidSeconds],
      );
    },
    elsewhere: 'Go back to Frontrow and continue with Instagram again.',
  });
