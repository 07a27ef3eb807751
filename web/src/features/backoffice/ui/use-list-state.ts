import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import { useSearchParams } from 'react-router';

const typingMs = 250;

interface ListState<S extends string> {
  /** What stands in the search field, and what is searched for once the typing pauses. */
  readonly typed: string;
  readonly q: string;
  readonly state: S | '';
  readonly sort: string;
  setTyped(typed: string): void;
  setState(state: string): void;
  setSort(sort: string): void;
}

/** The filter of a list, kept in the address: a link opens the list filtered, and "Back" brings the filter back. */
export function useListState<S extends string>(states: readonly S[], initial: S | '' = ''): ListState<S> {
  const [asked, setAsked] = useSearchParams();
  const inAddress = asked.get('q') ?? '';
  const [typed, setTyped] = useState(inAddress);
  const [q] = useDebouncedValue(typed.trim(), typingMs);
  const [followed, setFollowed] = useState(inAddress);
  // A link to the same list, or "Back", brings another search; what was typed here is in the address already.
  if (inAddress !== followed) {
    setFollowed(inAddress);
    if (inAddress !== q) setTyped(inAddress);
  }
  const named = asked.get('state');
  const change = (name: string, value: string): void =>
    setAsked(
      (before) => {
        const next = new URLSearchParams(before);
        // An empty state is a separate one where the list opens with another.
        if (value === '' && (name !== 'state' || initial === '')) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const keep = useEffectEvent((searched: string) => {
    if (searched !== inAddress) change('q', searched);
  });
  useEffect(() => keep(q), [q]);
  return {
    typed,
    q,
    state: named === '' ? '' : (states.find((one) => one === named) ?? initial),
    sort: asked.get('sort') ?? '',
    setTyped,
    setState: (state) => change('state', state),
    setSort: (sort) => change('sort', sort),
  };
}
