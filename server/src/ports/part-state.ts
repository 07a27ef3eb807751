/** How a part that the product leans on is doing, as `/readyz` says it (decisions 41). */
export type PartState = 'ready' | 'preparing' | 'down';
