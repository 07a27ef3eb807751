/**
 * A state machine as a table: state -> trigger -> next state. Targets that are not states do not compile; states that
 * nothing reaches throw when the module loads. Stores add `WHERE state = $from`, so the table is the only way to move.
 */
export interface Machine<S extends string, T extends string> {
  readonly name: string;
  readonly initial: S;
  readonly states: readonly S[];
  readonly table: Readonly<Record<S, Readonly<Partial<Record<T, S>>>>>;
  /** The state after `trigger`, or undefined when the table has no such edge. */
  next(state: S, trigger: T): S | undefined;
  can(state: S, trigger: T): boolean;
  /** States from which `trigger` may fire: what a store puts in its WHERE. */
  from(trigger: T): readonly S[];
}

export function machine<S extends string, T extends string>(
  name: string,
  initial: NoInfer<S>,
  table: Readonly<Record<S, Readonly<Partial<Record<T, NoInfer<S>>>>>>,
): Machine<S, T> {
  const states = Object.keys(table) as S[];
  const reached = new Set<S>([initial]);
  for (const state of reached) {
    for (const target of Object.values(table[state]) as S[]) reached.add(target);
  }
  const unreachable = states.filter((state) => !reached.has(state));
  if (unreachable.length > 0) throw new Error(`machine ${name}: nothing reaches ${unreachable.join(', ')}`);
  const next = (state: S, trigger: T): S | undefined => table[state][trigger];
  return {
    name,
    initial,
    states,
    table,
    next,
    can: (state, trigger) => next(state, trigger) !== undefined,
    from: (trigger) => states.filter((state) => next(state, trigger) !== undefined),
  };
}
