import type { Instant } from '../kernel/instant.ts';
import { viewerRefundMs } from './limits.ts';

/** Until when, this instant included, a viewer who cancels a paid meeting has everything back; later nothing is. */
export const fullRefundUntil = (startsAt: Instant): Instant => startsAt - viewerRefundMs;
