import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import type { MeetingSide } from '@frontrow/core/meetings/meeting-machine.ts';
import { say } from '../i18n/say.ts';
import type { MailBlock } from './email-blocks.ts';

/** The link at the end of an email about money. A private meeting has no page but the reader's side of its request. */
export const eventLink = ({ made }: EventTitle, url: string, side: MeetingSide): MailBlock => ({
  kind: 'link',
  label: made !== 'meeting' ? say`See the event page` : side === 'host' ? say`See the request` : say`See your request`,
  url,
});
