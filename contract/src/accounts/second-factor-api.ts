import { z } from 'zod';
import { type EndpointTable, nothing } from '../kernel/endpoint.ts';

const code = z.string().max(40);

/** Two-step login with the codes of an authenticator app. */
export const secondFactorApi = {
  'GET /user/second_factor': {
    summary: 'Whether logins ask for a code, and how many recovery codes are left',
    answer: z.object({ on: z.boolean(), recovery_codes_left: z.number().int() }),
  },
  'POST /user/second_factor/begin': {
    summary:
      'A new secret for an authenticator app, as text and as picture; nothing is asked for until it is confirmed',
    body: z.object({ password: z.string().max(200) }),
    answer: z.object({
      secret: z.string(),
      /** `otpauth:` address, what the picture says. */
      uri: z.string(),
      /** PNG as data URL. */
      qr: z.string(),
    }),
  },
  'POST /user/second_factor/confirm': {
    summary: 'Turn it on with a code of the app; answers the recovery codes, this once',
    body: z.object({ second_factor_code: code }),
    answer: z.object({ recovery_codes: z.array(z.string()) }),
  },
  'POST /user/second_factor/off': {
    summary: 'Turn it off with the password and a code',
    body: z.object({ password: z.string().max(200), second_factor_code: code }),
    answer: nothing,
  },
} as const satisfies EndpointTable;
