import {
  IconAlertTriangle,
  IconBuildingBank,
  IconClipboardList,
  IconFileInvoice,
  IconFlag,
  IconLayoutDashboard,
  IconListCheck,
  IconMailExclamation,
  IconPercentage,
  IconReceipt,
  IconReceiptRefund,
  IconScale,
  IconTicket,
  IconTransfer,
  IconUserPlus,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import type { WireOverview } from '@frontrow/contract/backoffice/overview-api.ts';

export type AttentionKind = WireOverview['attention'][number]['kind'];

export interface AdminSection {
  readonly name:
    | 'overview'
    | 'orders'
    | 'events'
    | 'people'
    | 'reports'
    | 'requests'
    | 'disputes'
    | 'refunds'
    | 'payouts'
    | 'transfers'
    | 'reconciliation'
    | 'webhooks'
    | 'deliveries'
    | 'jobs'
    | 'tax'
    | 'audit';
  readonly to: string;
  readonly icon: typeof IconFlag;
  /** What its number counts. */
  readonly counts?: AttentionKind;
}

/** The side menu of the admin area, in its order. */
export const adminSections: readonly AdminSection[] = [
  { name: 'overview', to: '/admin', icon: IconLayoutDashboard },
  { name: 'orders', to: '/admin/orders', icon: IconReceipt },
  { name: 'events', to: '/admin/events', icon: IconTicket },
  { name: 'people', to: '/admin/users', icon: IconUsers },
  { name: 'reports', to: '/admin/reports', icon: IconFlag, counts: 'reports' },
  { name: 'requests', to: '/admin/requests', icon: IconUserPlus, counts: 'requests' },
  { name: 'disputes', to: '/admin/disputes', icon: IconScale, counts: 'disputes' },
  { name: 'refunds', to: '/admin/refunds', icon: IconReceiptRefund, counts: 'refunds' },
  { name: 'payouts', to: '/admin/payouts', icon: IconBuildingBank, counts: 'payouts' },
  { name: 'transfers', to: '/admin/transfers', icon: IconTransfer },
  { name: 'reconciliation', to: '/admin/books', icon: IconFileInvoice, counts: 'differences' },
  { name: 'webhooks', to: '/admin/webhooks', icon: IconWebhook, counts: 'webhooks' },
  { name: 'deliveries', to: '/admin/deliveries', icon: IconMailExclamation, counts: 'deliveries' },
  { name: 'jobs', to: '/admin/jobs', icon: IconListCheck, counts: 'jobs' },
  { name: 'tax', to: '/admin/tax', icon: IconPercentage },
  { name: 'audit', to: '/admin/audit', icon: IconClipboardList },
];

interface Attention {
  /** The list, with the filter that shows exactly these rows. */
  readonly to: string;
  readonly icon: typeof IconFlag;
  readonly tone: 'bad' | 'warn' | 'plain';
}

export const attentionLooks: Readonly<Record<AttentionKind, Attention>> = {
  disputes: { to: '/admin/disputes?state=open', icon: IconScale, tone: 'bad' },
  refunds: { to: '/admin/refunds?state=given_up', icon: IconReceiptRefund, tone: 'bad' },
  payouts: { to: '/admin/payouts?state=stuck', icon: IconBuildingBank, tone: 'warn' },
  differences: { to: '/admin/books?state=open', icon: IconAlertTriangle, tone: 'warn' },
  reports: { to: '/admin/reports?state=open', icon: IconFlag, tone: 'warn' },
  webhooks: { to: '/admin/webhooks?state=given_up', icon: IconWebhook, tone: 'warn' },
  deliveries: { to: '/admin/deliveries?state=given_up', icon: IconMailExclamation, tone: 'warn' },
  jobs: { to: '/admin/jobs', icon: IconListCheck, tone: 'plain' },
  requests: { to: '/admin/requests', icon: IconUserPlus, tone: 'plain' },
};
