import { usernameSkeleton } from '@frontrow/core/accounts/look-alikes.ts';
import { createPasswordHash } from '../features/accounts/passwords.ts';
import type { Kit } from '../kit.ts';
import { demoMailDomain } from '../ports/mail.ts';
import { demoPeople, type DemoPerson } from './people.ts';

/** Login never checks the password rule, so this one may break it. */
export const demoPassword = 'frontrow-demo';

/**
 * The people of a demo installation, by `<username>@frontrow.test`. Safe to run at every start: people who are there
 * already stay as they are. Does nothing in production.
 */
export async function seedDemoAccounts({ db, config }: Pick<Kit, 'db' | 'config'>): Promise<void> {
  if (config.production) return;
  const known = await db.query<{ username: string }>('SELECT username FROM app_user WHERE username = ANY ($1)', [
    demoPeople.map((person) => person.username),
  ]);
  const missing = demoPeople.filter((person) => !known.some((row) => row.username === person.username));
  if (missing.length === 0) return;
  const passwordHash = await createPasswordHash().make(demoPassword);
  await db.tx(async (tx) => {
    for (const person of missing) await tx.query(insertPerson, valuesOf(person, passwordHash));
  });
}

const insertPerson = `INSERT INTO app_user
  (username, username_skeleton, email_norm, email_verified_at, password_hash, name, surname, birth_date, bio, role,
   app_admin, massive, advertising, shown_name, city, influencer_request,
   lang_ides, links, reminders)
  VALUES ($1, $2, $3, app_now(), $4, $5, $6, '1990-05-01', $7, $8, $9, $10, $11, $12, $13, $14,
   ARRAY(SELECT ide FROM language WHERE code = ANY ($15) ORDER BY array_position($15, code)), $16, $17)
   ON CONFLICT DO NOTHING`;

const valuesOf = (person: DemoPerson, passwordHash: string): unknown[] => [
  person.username,
  usernameSkeleton(person.username),
  `${person.username}@${demoMailDomain}`,
  passwordHash,
  person.name,
  person.surname,
  person.bio ?? '',
  person.host ? 1 : 0,
  person.admin ?? false,
  person.massive ?? false,
  person.advertising ?? false,
  person.shownName ?? '',
  person.city ?? '',
  person.host ? 'authorized' : 'none',
  person.langs ?? [],
  person.links ?? [],
  !person.unreminded,
];
