import type { Grants } from './grants.ts';

export type Source = 'camera' | 'microphone' | 'screen';

/** Which sources the grants let somebody publish. A source that is not named is forbidden. */
export const sourcesOf: Readonly<Record<Grants, readonly Source[]>> = {
  none: [],
  sub: [],
  'sub,mic': ['microphone'],
  'sub,mic,cam': ['microphone', 'camera'],
  'sub,mic,cam,screen': ['microphone', 'camera', 'screen'],
  'mic,cam': ['microphone', 'camera'],
};

const watching = ['sub', 'sub,mic', 'sub,mic,cam', 'sub,mic,cam,screen'] as const;
const notWatching = ['none', 'mic,cam'] as const;

/** The grants that allow exactly these sources. Undefined when none do: then somebody other than us set them. */
export function grantsOf(canSubscribe: boolean, sources: readonly Source[]): Grants | undefined {
  const same = (grants: Grants): boolean =>
    sourcesOf[grants].length === sources.length && sourcesOf[grants].every((source) => sources.includes(source));
  return (canSubscribe ? watching : notWatching).find(same);
}
