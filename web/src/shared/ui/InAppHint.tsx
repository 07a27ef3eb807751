import { Suspense, useEffect, useState } from 'react';
import { lazy } from '#web/shared/lazy.tsx';
import { inAppBrowser } from '../in-app-browser.ts';
import styles from './InAppRoom.module.css';

const InAppNote = lazy(() => import('./InAppNote.tsx'), ['purchase']);

/** Inside another app's browser: the note that asks for a real one. `first-paint.js` gives it its room. */
export function InAppHint() {
  // After the first paint: the page drawn by the server is the same for every browser.
  const [app, setApp] = useState<string>();
  useEffect(() => setApp(inAppBrowser(navigator.userAgent)), []);
  return (
    <div className={styles.room}>
      {app !== undefined && (
        <Suspense fallback={null}>
          <InAppNote app={app} />
        </Suspense>
      )}
    </div>
  );
}
