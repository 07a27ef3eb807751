import '#web/shared/styles/components.ts';
import { Textarea } from '@mantine/core';
import { charCount } from '@frontrow/core/events/limits.ts';
import { meetingMessageCharsMax } from '@frontrow/core/meetings/limits.ts';

interface MessageFieldProps {
  label: string;
  /** Says who reads it and how much room there is. */
  help: (counts: { count: number; max: number }) => string;
  value: string;
  error?: string | undefined;
  onChange: (value: string) => void;
  focusFirst?: boolean;
}

/** Words to the other side. */
export const MessageField = ({ label, help, value, error, onChange, focusFirst = false }: MessageFieldProps) => (
  <Textarea
    label={label}
    description={help({ count: charCount(value), max: meetingMessageCharsMax })}
    autosize
    minRows={3}
    maxRows={8}
    value={value}
    error={error}
    maxLength={2 * meetingMessageCharsMax}
    onChange={(event) => onChange(event.currentTarget.value)}
    data-autofocus={focusFirst || undefined}
  />
);
