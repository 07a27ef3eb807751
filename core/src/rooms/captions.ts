import { charCount } from '../events/limits.ts';
import { seconds } from '../kernel/instant.ts';
import { seenLine } from '../kernel/text.ts';
import { refuse } from '../refuse.ts';
import { type PersonFacts, requireAudience, requireNotTimedOut, requirePresent, type RoomFacts } from './room-rules.ts';

/** One line of captions: two lines on a screen, and more than anyone says in the time it is shown. */
export const captionCharsMax = 200;
/** While someone speaks, their unfinished line is replaced this often. */
export const captionEveryMs = 300;
/** How many updates of lines, finished or not, one person sends in this time. */
export const captionsMax = 40;
export const captionsWindowMs = seconds(10);
/** How long a line stays on screen after its last change. */
export const captionShownMs = seconds(6);
/** The lines a person gets who enters, or reloads. */
export const captionsRecalledMax = 3;

/** Sound for the installation's transcription server: one channel of 16-bit samples. */
export const captionSampleRate = 16_000;
/** A quarter of a second of it. */
export const captionSoundBytesMax = 8_192;
/** Pieces of sound in `captionSoundWindowMs`: twice what speech takes, for those that were delayed on their way. */
export const captionSoundsMax = 40;
export const captionSoundWindowMs = seconds(5);
/** How often the server checks that the person is still on stage. */
export const captionSpeakerCheckedMs = seconds(2);

/** Where the speaker's sound is turned into text, the most private first. */
export const captionSources = ['device', 'server', 'cloud'] as const;
export type CaptionSource = (typeof captionSources)[number];

/** The text that is shown and kept: one line, no invisible characters. Throws `caption_empty`, `caption_too_long`. */
export function captionText(raw: string): string {
  const text = seenLine(raw);
  if (text === '') throw refuse('caption_empty', {}, { field: 'text' });
  if (charCount(text) > captionCharsMax)
    throw refuse('caption_too_long', { maximum: captionCharsMax }, { field: 'text' });
  return text;
}

export type CaptionRoom = Pick<
  RoomFacts,
  'closed' | 'takenDown' | 'isLive' | 'isMeeting' | 'isInteractive' | 'speakerId' | 'stageGuestId'
> & { readonly captionsEnabled: boolean };

/**
 * Only people on stage are captioned: the host, the person with the turn, and the stage guest. Throws `banned`,
 * `captions_off`, `not_in_meetings`, `not_in_room`, `not_live`, `not_on_stage`, `room_closed`, `room_taken_down`,
 * `timed_out`.
 */
export function requireMayCaption(
  room: CaptionRoom,
  me: Pick<PersonFacts, 'id' | 'isHost' | 'isBanned' | 'isPresent' | 'timedOutMs'>,
): void {
  requirePresent(room, me);
  requireAudience(room);
  if (!me.isHost) {
    if (me.isBanned) throw refuse('banned');
    requireNotTimedOut(me);
    if (me.id !== room.speakerId && me.id !== room.stageGuestId) throw refuse('not_on_stage');
  }
  if (!room.isLive) throw refuse('not_live');
  if (!room.captionsEnabled) throw refuse('captions_off');
}

/** Cuts what was understood into lines that fit, between words where there are any. */
export function captionLines(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of seenLine(text).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (charCount(longer) <= captionCharsMax) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const letters = [...word];
    while (letters.length > captionCharsMax) lines.push(letters.splice(0, captionCharsMax).join(''));
    line = letters.join('');
  }
  if (line !== '') lines.push(line);
  return lines;
}
