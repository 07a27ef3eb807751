import { cutText } from '@frontrow/core/kernel/text.ts';
import { z } from 'zod';
import type { SocialPerson } from '../../ports/social-login.ts';
import { providerSubject } from '../provider-subject.ts';

/** OpenID Connect limits `sub` to 255 ASCII characters; ids of other providers are shorter. */
const subjectCharsMax = 255;
const nameCharsMax = 200;

const subject = providerSubject(subjectCharsMax);

/** What only fills in a form: a value of another kind is no reason to refuse the person. */
const shown = z
  .string()
  .transform((text) =>
    cutText(
      text
        .toWellFormed()
        .replaceAll(/\p{Cc}+/gu, ' ')
        .trim(),
      nameCharsMax,
    ),
  )
  .catch('');

/** Profiles as Instagram and as OpenID providers write them. */
const profile = z.object({
  user_id: subject.nullish(),
  id: subject.nullish(),
  sub: subject.nullish(),
  username: shown,
  preferred_username: shown,
  name: shown,
});

/** The person of a profile; undefined where it does not say who that is. */
export function socialPerson(answer: unknown): SocialPerson | undefined {
  const found = profile.safeParse(answer).data;
  const id = found?.user_id ?? found?.id ?? found?.sub;
  if (!found || id === undefined || id === null) return undefined;
  return { subject: id, handle: found.username || found.preferred_username, name: found.name };
}
