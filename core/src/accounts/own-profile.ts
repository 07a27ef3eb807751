import { isZone } from '../events/start-time.ts';
import { refuse } from '../refuse.ts';
import { cleanName, readFullName } from './person-name.ts';

/** What people may change about themselves. The username stays. */
export interface OwnProfile {
  readonly name: string;
  readonly surname: string;
  /** IANA name of the time zone. */
  readonly zoneName: string;
  readonly city: string;
}

/**
 * The profile as it is stored. Refuses with `field_required`, `name_reserved` or `zone_unknown` and names the field on
 * the wire.
 */
export function readOwnProfile(typed: OwnProfile): OwnProfile {
  const { name, surname } = readFullName(typed, { name: 'user_name', surname: 'user_surname' });
  if (!isZone(typed.zoneName)) throw refuse('zone_unknown', { zone: typed.zoneName }, { field: 'zone_name' });
  return { name, surname, zoneName: typed.zoneName, city: cleanName(typed.city) };
}
