import { focusWhereLost } from '#web/shared/ui/focus-once.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Link } from '#web/shared/ui/Link.tsx';

/** A button to go on with where a link does not work. */
export interface BackLink {
  text: string;
  to: string;
}

/** `only`: the button replaces the one that was pressed, and takes the focus. */
export function BackButton({ text, to, only }: BackLink & { only: boolean }) {
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
