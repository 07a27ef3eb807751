/** The replay of a broadcast. */
export default {
  pageTitle: 'Replay: {{title}}',
  loading: 'Loading the replay…',
  card: {
    title: 'Replay',
    text: 'Watch it again with the chat beside it, {{length}} long.',
    watch: 'Watch the replay',
  },
  recorded: 'With {{host}}, {{date}}',
  keptUntil: 'You can watch it until {{date}}.',
  toEvent: 'Back to the event',
  video: 'Replay of {{title}}',
  videoFailed: 'The video does not load right now.',
  retry: 'Try again',
  parts: 'Parts of the replay',
  part: 'Part {{number}}, {{length}}',
  gap: 'Before this part nothing was recorded for {{length}}.',
  none: {
    title: 'No replay',
    text: 'This event was not recorded, or its host has deleted the recording.',
  },
  refused: 'You cannot watch this replay',
  failed: 'The replay does not load right now',
  chat: {
    title: 'Chat',
    host: 'Host',
    empty: 'Nobody has written yet.',
    failed: 'The chat does not load right now.',
  },
  remove: {
    button: 'Delete the replay',
    title: 'Delete the replay?',
    text: 'Nobody can watch it any more, and it cannot be brought back.',
    keep: 'Keep it',
    confirm: 'Delete for good',
    done: 'The replay is deleted.',
  },
} as const;
