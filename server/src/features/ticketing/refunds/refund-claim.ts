/** A refund is free for another worker after this: longer than both calls to a provider may take. */
export const refundClaimSeconds = 60;
