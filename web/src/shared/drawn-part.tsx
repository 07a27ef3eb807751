import { memo, type ReactNode, Suspense } from 'react';

/**
 * A part, with a Suspense boundary around it, that the server draws before its code is in the browser. When an update
 * reaches such a boundary, React throws away what was drawn, and a press on it. So only a changed prop gets through;
 * objects among the props must keep their identity.
 */
export const drawnPart = <P extends object>(Part: (props: P) => ReactNode, fallback: ReactNode = null) =>
  memo((props: P) => (
    <Suspense fallback={fallback}>
      <Part {...props} />
    </Suspense>
  ));
