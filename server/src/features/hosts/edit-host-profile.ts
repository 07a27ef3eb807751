import { type HostProfile, readHostProfile } from '@frontrow/core/hosts/host-profile.ts';
import type { Kit } from '../../kit.ts';
import type { Catalog } from '../catalog/index.ts';

export interface EditHostProfileUses extends Pick<Kit, 'db'> {
  readonly catalog: Pick<Catalog, 'languages'>;
}

/** Changes what a host says of itself; answers it in the spelling it is kept in. */
export async function editHostProfile(
  { db, catalog }: EditHostProfileUses,
  hostId: number,
  typed: HostProfile,
): Promise<HostProfile> {
  const known = (await catalog.languages(db)).map((language) => language.ide);
  const profile = readHostProfile(typed, known);
  await db.query('UPDATE app_user SET bio = $2, lang_ides = $3, links = $4 WHERE id = $1 AND erased_at IS NULL', [
    hostId,
    profile.bio,
    profile.langIdes,
    profile.links,
  ]);
  return profile;
}
