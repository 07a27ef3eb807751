import type { Tx } from '../../db/db.ts';

const statementMs = 2_000;

/**
 * Words are matched by the inverted indexes and lists read in order by the ordered ones, whatever the planner
 * estimates.
 */
const ways = {
  byWords: 'SET LOCAL enable_indexscan = off; SET LOCAL enable_bitmapscan = on',
  byOrder: 'SET LOCAL enable_indexscan = on; SET LOCAL enable_bitmapscan = off',
  any: 'SET LOCAL enable_indexscan = on; SET LOCAL enable_bitmapscan = on',
} as const;
type Way = keyof typeof ways;

/** Every statement that reads lists has a time limit, and none reads a whole table. */
export const readingBounds = `SET LOCAL statement_timeout = ${statementMs}; SET LOCAL enable_seqscan = off`;
/** The same, and `byOrder` from the start. */
export const walkingBounds = `${readingBounds}; ${ways.byOrder}`;

/** How much is read in one way before the next is tried. */
export interface Reach {
  /** The nearest events are looked through first: all requests read them, and frequent words are among them. */
  readonly near: number;
  /** Matches that are read and sorted at most. Each is on a disk page of its own, which is most of the cost. */
  readonly sorted: number;
  /** Where more match: those of the next week, then of more weeks, until there is a full page. */
  readonly weeksTogether: readonly number[];
  /** Where those weeks do not fill a page: sorted up to this many; with more, reading in order soon fills one. */
  readonly sortedAtWorst: number;
}

const usual: Reach = { near: 500, sorted: 300, weeksTogether: [1, 4], sortedAtWorst: 3_000 };

/** The reading of one transaction; planner settings are changed only when the way of reading changes. */
export class Reading {
  readonly tx: Tx;
  readonly reach: Reach;
  #way: Way;

  constructor(tx: Tx, way: Way, reach: Reach = usual) {
    this.tx = tx;
    this.#way = way;
    this.reach = reach;
  }

  async go(way: Way): Promise<void> {
    if (this.#way === way) return;
    this.#way = way;
    await this.tx.query(ways[way]);
  }
}
