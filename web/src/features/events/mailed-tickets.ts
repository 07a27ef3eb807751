import { create } from 'zustand';

const key = 'frontrow-mailed-tickets';
const keptMax = 20;

/** Nothing is stored where the server draws, or where the browser denies its storage. */
function kept(): readonly string[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

const useMailedTickets = create<{ uuids: readonly string[] }>(() => ({ uuids: kept() }));

/** Whether a ticket was bought in this tab without an account: it is in the mail, and the page must tell so. */
export const useMailedTicket = (uuid: string): boolean => useMailedTickets(({ uuids }) => uuids.includes(uuid));

/** Kept for this tab only, so that nothing stays on a shared computer. */
export const rememberMailedTicket = (uuid: string): void =>
  keep([uuid, ...useMailedTickets.getState().uuids].slice(0, keptMax));

/** The ticket was given back. */
export const forgetMailedTicket = (uuid: string): void =>
  keep(useMailedTickets.getState().uuids.filter((one) => one !== uuid));

function keep(uuids: readonly string[]): void {
  useMailedTickets.setState({ uuids });
  try {
    sessionStorage.setItem(key, JSON.stringify(uuids));
  } catch {
    // Without storage it lasts until the page is loaded again.
  }
}
