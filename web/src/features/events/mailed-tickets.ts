import { create } from 'zustand';

const key = 'frontrow-mailed-tickets';
const keptMax = 20;

/** Nothing is kept by the server, nor by a browser that closed its storage. */
function kept(): readonly string[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(key) ?? '[]');
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

const useMailedTickets = create<{ uuids: readonly string[] }>(() => ({ uuids: kept() }));

/** Whether this tab bought a ticket for the event without an account: it is in the mail, and the page must not look as if there was none. */
export const useMailedTicket = (uuid: string): boolean => useMailedTickets(({ uuids }) => uuids.includes(uuid));

/** For this tab only: on somebody else's computer nothing of it stays. */
export const rememberMailedTicket = (uuid: string): void =>
  keep([uuid, ...useMailedTickets.getState().uuids].slice(0, keptMax));

/** It was given back. */
export const forgetMailedTicket = (uuid: string): void =>
  keep(useMailedTickets.getState().uuids.filter((one) => one !== uuid));

function keep(uuids: readonly string[]): void {
  useMailedTickets.setState({ uuids });
  try {
    sessionStorage.setItem(key, JSON.stringify(uuids));
  } catch {
    // It then lasts until the page is loaded again.
  }
}
