import { lazy, Suspense, useEffect, useState } from 'react';
import { inAppBrowser } from '../in-app-browser.ts';

const InAppNote = lazy(async () => ({ default: (await import('./InAppNote.tsx')).InAppNote }));

/** Inside another app's browser: the note that asks for a real one. */
export function InAppHint() {
  // After the first paint: the page drawn by the server is the same for every browser.
  const [app, setApp] = useState<string>();
  useEffect(() => setApp(inAppBrowser(navigator.userAgent)), []);
  if (app === undefined) return null;
  return (
    <Suspense fallback={null}>
      <InAppNote app={app} />
    </Suspense>
  );
}
