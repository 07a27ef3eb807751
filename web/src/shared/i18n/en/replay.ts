/** The replay of a broadcast. */
export default {
  pageTitle: 'Replay: {{title}}',
  loading: 'Loading the replay…',
  card: {
    title: 'Replay',
    text: 'Watch it again with chat, {{length}} long.',
    watch: 'Watch the replay',
  },
  recorded: 'With {{host}}, {{date}}',
  keptUntil: 'Available until {{date}}.',
  toEvent: 'Back to the event',
  video: 'Replay of {{title}}',
  videoFailed: 'We couldn’t load the video.',
  retry: 'Try again',
  parts: 'Parts of the replay',
  part: 'Part {{number}}, {{length}}',
  gap: '{{length}} before this part wasn’t recorded.',
  none: {
    title: 'No replay available',
    text: 'This event wasn’t recorded, or the host deleted the recording.',
  },
  refused: 'You can’t watch this replay',
  failed: 'We couldn’t load the replay',
  chat: {
    title: 'Chat',
    host: 'Host',
    empty: 'No messages.',
    failed: 'We couldn’t load the chat.',
  },
  remove: {
    button: 'Delete replay',
    title: 'Delete the replay?',
    text: 'No one will be able to watch it. This can’t be undone.',
    keep: 'Keep replay',
    confirm: 'Delete permanently',
    done: 'Replay deleted.',
  },
} as const;
