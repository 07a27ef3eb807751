import { create } from 'zustand';
import { uuidsOfTab } from '#web/shared/uuids-of-tab.ts';

const kept = uuidsOfTab('frontrow-mailed-tickets');
const useMailedTickets = create<{ uuids: readonly string[] }>(() => ({ uuids: kept.read() }));

/** Whether a ticket was bought in this tab without an account: it is in the mail, and the page must tell so. */
export const useMailedTicket = (uuid: string): boolean => useMailedTickets(({ uuids }) => uuids.includes(uuid));

export const rememberMailedTicket = (uuid: string): void => keep([uuid, ...useMailedTickets.getState().uuids]);

/** The ticket was given back. */
export const forgetMailedTicket = (uuid: string): void =>
  keep(useMailedTickets.getState().uuids.filter((one) => one !== uuid));

/** Without storage it lasts until the page is loaded again. */
function keep(uuids: readonly string[]): void {
  useMailedTickets.setState({ uuids });
  kept.write(uuids);
}
