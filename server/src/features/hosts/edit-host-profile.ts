import { type HostProfile, readHostProfile } from '@frontrow/core/hosts/host-profile.ts';
import type { Kit } from '../../kit.ts';
import type { Catalog } from '../catalog/index.ts';
import { keepHostProfile } from './store.ts';

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
  await keepHostProfile(db, hostId, profile);
  return profile;
}
