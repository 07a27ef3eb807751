import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/bricolage-grotesque/opsz.css';
import './shared/styles/layers.css';
import './shared/styles/mantine.ts';
import './shared/styles/global.css';
import { startTransition, StrictMode, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app/App.tsx';
import { type FirstPageState, keepFirstPage, readFirstPage } from './app/first-page-state.ts';
import { forgetWithPerson } from './app/forget-answers.ts';
import { bestLanguage, defaultLanguage, language, onLanguage, setLanguage } from './shared/i18n/index.ts';
import { loadPage, notFoundRow, pageAt } from './app/page-loader.ts';
import { createQueryClient, Providers } from './app/providers.tsx';
import { toastWarning } from './shared/toasts/toast.ts';
import { lookAtDevices } from './shared/api/client-headers.ts';
import { onSessionEnd } from './shared/api/refresh.ts';
import { setRequestLanguage } from './shared/api/request.ts';
import { FirstPageContext } from './shared/first-page.ts';
import { startSession } from './shared/session/session.ts';

onLanguage(() => {
  setRequestLanguage(language());
  document.documentElement.lang = language();
});
void startSession();
// Logged out from elsewhere: nobody is left to wonder who did it.
onSessionEnd((why) => why && toastWarning(why));

const client = createQueryClient();
forgetWithPerson(client);
const drawn = readFirstPage();
const drawnAt = document.documentElement.dataset['drawnAt'] ?? '';
const [drawnPath = ''] = drawnAt.split('?');
const root = document.getElementById('root')!;

/** From here on the page answers; `first-paint.js` waits for it. */
function Ready() {
  useEffect(() => {
    // React answers a press in a part it has not taken over yet by taking it over, but not while it is at work itself.
    const timer = setTimeout(() => window.dispatchEvent(new Event('frontrow-ready')));
    return () => clearTimeout(timer);
  }, []);
  return null;
}

const page = (
  <StrictMode>
    <Ready />
    <FirstPageContext value={{ now: drawn?.now ?? null, missing: drawn?.missing ? drawnPath : null }}>
      <Providers client={client}>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </Providers>
    </FirstPageContext>
  </StrictMode>
);
// The page stands; what was drawn is taken over once its code is here, in small steps. Not awaited at the top: pages import the
// file this stands in, and each would wait for the other.
async function takeOver(state: FirstPageState): Promise<void> {
  await nextTask();
  // Without its code the page says so itself.
  await loadPage(state.missing ? notFoundRow : pageAt(window.location.pathname)).catch(() => undefined);
  keepFirstPage(client, state);
  await nextTask();
  const { pathname, search } = window.location;
  if (drawnAt === pathname + search) startTransition(() => void hydrateRoot(root, page));
  else createRoot(root).render(page);
}
const nextTask = () => new Promise((resolve) => setTimeout(resolve));
if (drawn) void takeOver(drawn);
else createRoot(root).render(page);

const wanted = bestLanguage(navigator.languages);
if (wanted !== defaultLanguage) void setLanguage(wanted);

// Request headers tell about devices; asking never prompts and must not delay the first screen.
setTimeout(() => void lookAtDevices(), 2_000);
