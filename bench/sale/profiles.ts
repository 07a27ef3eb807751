/** The two rushes that are measured, and what each must reach. */
export interface Profile {
  readonly name: string;
  readonly tickets: number;
  readonly buyers: number;
  readonly goals: Readonly<Record<Kind, Goals>>;
}

export interface Goals {
  /** Our answers per second over those of the naive way. */
  readonly overNaive: number;
  /** Our answers per second over those of a call that does nothing; undefined where it is not asked for. */
  readonly overNothing?: number;
  /** Seconds from the first request until the last buyer has a ticket. */
  readonly lastTicketSeconds?: number;
}

export const prices = { free: 0, paid: 1_200 } as const;
export type Kind = keyof typeof prices;

/** The naive way sells this share of the tickets to this share of the buyers: only its rate is compared. */
export const naiveShare = 0.1;

export const profiles: readonly Profile[] = [
  {
    name: 'sold through: a ticket for every buyer',
    tickets: 10_000,
    buyers: 10_000,
    goals: { free: { overNaive: 8, lastTicketSeconds: 5 }, paid: { overNaive: 6 } },
  },
  {
    name: 'sold out: 11 of 12 buyers are told that there is no ticket',
    tickets: 1_000,
    buyers: 12_000,
    goals: { free: { overNaive: 11, overNothing: 0.26 }, paid: { overNaive: 11, overNothing: 0.26 } },
  },
];
