import {
  IconBell,
  IconBuildingBank,
  IconCalendarEvent,
  IconCalendarPlus,
  IconChartBar,
  IconCreditCard,
  IconId,
  IconMoodSmile,
  IconReceipt,
  IconShieldCheck,
  IconTicket,
  IconUser,
  IconWallet,
} from '@tabler/icons-react';
import type { MenuEntry } from './menu.ts';

export const menuIcons: Partial<Record<MenuEntry['text'], typeof IconUser>> = {
  tickets: IconTicket,
  publish: IconCalendarPlus,
  admin: IconShieldCheck,
  profile: IconUser,
  hostProfile: IconMoodSmile,
  hostPage: IconId,
  viewerProfile: IconId,
  billing: IconReceipt,
  paymentMethods: IconCreditCard,
  balance: IconWallet,
  payoutMethods: IconBuildingBank,
  myEvents: IconCalendarEvent,
  stats: IconChartBar,
  activity: IconBell,
};
