/** State of a part that the product needs, as `/readyz` reports it. */
export type PartState = 'ready' | 'preparing' | 'down';
