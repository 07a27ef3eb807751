import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { focusWhereLost } from '#web/shared/ui/focus-once.ts';

/** The way on where a link leads nowhere. */
export interface WayBack {
  text: string;
  to: string;
}

/** `only`: it is there in place of what was pressed, and has its keyboard. */
export function BackButton({ text, to, only }: WayBack & { only: boolean }) {
  return (
    <Button
      variant={only ? 'filled' : 'default'}
      size="lg"
      fullWidth
      component={Link}
      to={to}
      ref={only ? focusWhereLost : undefined}
    >
      {text}
    </Button>
  );
}
