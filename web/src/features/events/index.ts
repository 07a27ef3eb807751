/** What other features may use of events. */
export { eventLink, saveToCalendar } from './EventActions.tsx';
export { default as NoEvent } from './NoEvent.tsx';
export { eventKey, fetchEvent } from './event-feed.ts';
export { eventPageModel, seatPlace, videoFor } from './event-page-model.ts';
export { useMyTicket } from './use-my-ticket.ts';
export { forgetMailedTicket } from './mailed-tickets.ts';
export { default as RecordedNote } from './RecordedNote.tsx';
export { default as PlayOnce } from './videos/PlayOnce.tsx';
export { savedDraft } from './publish/saved-draft.ts';
export { changePath, copyPath, guestsPath, resultsPath, scanPath, sharePath } from './host-paths.ts';
