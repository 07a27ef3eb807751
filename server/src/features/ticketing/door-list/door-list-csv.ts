import { stringify } from 'csv-stringify/sync';
import type { DoorEntry } from './door-entries.ts';

const columns = ['Seat', 'Name', 'Ticket code', 'State', 'Kind', 'Promo code', 'Holder of', 'Joined', 'E-mail'];

/**
 * The door list for a spreadsheet. People choose their names, and a cell that begins like a formula would be run by
 * the host's program: such cells get an apostrophe in front. The mark at the start tells Excel that it is UTF-8.
 */
export const doorListCsv = (entries: readonly DoorEntry[]): string =>
  stringify(
    [
      columns,
      ...entries.map((entry) => [
        entry.ticket_seat,
        entry.name,
        entry.ticket_code,
        entry.ticket_state,
        entry.ticket_kind,
        entry.promo_code ?? '',
        entry.holder_of ?? '',
        entry.joined ? 'yes' : 'no',
        entry.email ?? '',
      ]),
    ],
    { bom: true, escape_formulas: true, record_delimiter: 'windows' },
  );
