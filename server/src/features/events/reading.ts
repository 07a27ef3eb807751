import type { Tx } from '../../db/db.ts';

const statementMs = 2_000;

/** What is matched comes from the inverted indexes, what is walked from the ordered ones, however the planner estimates. */
const ways = {
  byWords: 'SET LOCAL enable_indexscan = off; SET LOCAL enable_bitmapscan = on',
  byOrder: 'SET LOCAL enable_indexscan = on; SET LOCAL enable_bitmapscan = off',
  any: 'SET LOCAL enable_indexscan = on; SET LOCAL enable_bitmapscan = on',
} as const;
type Way = keyof typeof ways;

/** Every statement that reads lists is short, and none of them reads a whole table. */
export const readingBounds = `SET LOCAL statement_timeout = ${statementMs}; SET LOCAL enable_seqscan = off`;
/** The same, and `byOrder` from the start. */
export const walkingBounds = `${readingBounds}; ${ways.byOrder}`;

/** How much is read before another way is taken. */
export interface Reach {
  /** So many of the nearest events are looked through first: everybody's questions read these, and what is frequent is among them. */
  readonly near: number;
  /** Up to so many matches are read and sorted. Each lies on a page of its own, so this is most of what a question costs. */
  readonly sorted: number;
  /** Where more match than that: those of the next week, of more of them where that is no whole page yet. */
  readonly weeksTogether: readonly number[];
  /** Where those weeks have no page either, matches are sorted up to here; with more of them a walk along the order soon has one. */
  readonly sortedAtWorst: number;
}

const usual: Reach = { near: 500, sorted: 300, weeksTogether: [1, 4], sortedAtWorst: 3_000 };

/** One transaction's reading; it turns to another way of reading only when it has to. */
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
