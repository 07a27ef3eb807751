import { isZone } from '../events/start-time.ts';
import { refuse } from '../refuse.ts';
import { cleanName, readName } from './person-name.ts';

/** What people may change about themselves; the username stays. */
export interface OwnProfile {
  readonly name: string;
  readonly surname: string;
  /** IANA. */
  readonly zoneName: string;
  readonly city: string;
}

/** In the spelling it is kept in; refuses `field_required` and `zone_unknown` beside the field, in wire spelling. */
export function readOwnProfile(typed: OwnProfile): OwnProfile {
  const name = readName(typed.name, 'Name', 'user_name');
  const surname = readName(typed.surname, 'Surname', 'user_surname');
  if (!isZone(typed.zoneName)) throw refuse('zone_unknown', { zone: typed.zoneName }, { field: 'zone_name' });
  return { name, surname, zoneName: typed.zoneName, city: cleanName(typed.city) };
}
