import { csvHead, csvRows } from '../../../http/csv.ts';
import type { DoorEntry } from './door-entries.ts';

const columns = ['Seat', 'Name', 'Ticket code', 'State', 'Kind', 'Promo code', 'Holder of', 'Joined', 'E-mail'];

/** The list of everyone with a ticket, for a spreadsheet. */
export const doorListCsv = (entries: readonly DoorEntry[]): string =>
  csvHead(columns) +
  csvRows(
    entries.map((entry) => [
      entry.ticket_seat,
      entry.name,
      entry.ticket_code,
      entry.ticket_state,
      entry.ticket_kind,
      entry.promo_code,
      entry.holder_of,
      entry.joined,
      entry.email,
    ]),
  );
