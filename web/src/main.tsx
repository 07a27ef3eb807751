import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/bricolage-grotesque/opsz.css';
import './shared/styles/layers.css';
import './shared/styles/mantine.ts';
import './shared/styles/global.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { startTransition, StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app/App.tsx';
import { type FirstPageState, keepFirstPage, readFirstPage } from './app/first-page-state.ts';
import { forgetWithPerson } from './app/forget-answers.ts';
import { loadCatalogues } from './shared/i18n/index.ts';
import { choosing, language, languageOfPage, onLanguage, showLanguage } from './shared/i18n/language.ts';
import { loadPage, notFoundRow, pageAt } from './app/page-loader.ts';
import { createQueryClient } from './app/query-client.ts';
import { toastWarning } from './shared/toasts/toast.ts';
import { lookAtDevices } from './shared/api/client-headers.ts';
import { onSessionEnd } from './shared/api/refresh.ts';
import { setRequestLanguage } from './shared/api/request.ts';
import { FirstPageContext } from './shared/first-page.ts';
import { serverTimeIsPast } from './shared/server-clock.ts';
import { startSession, useSession } from './shared/session/session.ts';

onLanguage(() => {
  setRequestLanguage(language());
  document.documentElement.lang = language();
});
showLanguage(languageOfPage());
void startSession();
// The session was ended elsewhere: say why the person is logged out.
onSessionEnd((why) => why && toastWarning(why));

const client = createQueryClient();
forgetWithPerson(client);
const drawn = readFirstPage();
if (drawn) serverTimeIsPast(drawn.now);
const drawnAt = document.documentElement.dataset['drawnAt'] ?? '';
const [drawnPath = ''] = drawnAt.split('?');
const root = document.getElementById('root')!;

const page = (
  <StrictMode>
    <FirstPageContext value={{ now: drawn?.now ?? null, missing: drawn?.missing ? drawnPath : null }}>
      <QueryClientProvider client={client}>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </QueryClientProvider>
    </FirstPageContext>
  </StrictMode>
);
// The drawn page is hydrated in small steps once its code is loaded. No top-level await: pages import this file, and
// each would wait for the other.
async function takeOver(state: FirstPageState): Promise<void> {
  await nextTask();
  // A page whose code does not load shows that itself.
  await loadPage(state.missing ? notFoundRow : pageAt(window.location.pathname)).catch(() => undefined);
  keepFirstPage(client, state);
  await nextTask();
  const { pathname, search } = window.location;
  if (drawnAt === pathname + search) startTransition(() => void hydrateRoot(root, page));
  else createRoot(root).render(page);
}
const nextTask = () => new Promise((resolve) => setTimeout(resolve));
const changes = () => import('./shared/menu/choose-language.ts');
choosing.choose = (next) => void changes().then((code) => code.chooseLanguage(next));
/** The language chosen in an account is that of every browser it is used in. */
const followAccounts = (): void => {
  let followed: string | null | undefined;
  const follow = (): void => {
    const chosen = useSession.getState().user?.user_language;
    if (chosen && chosen !== followed) void changes().then((code) => code.followAccount(chosen));
    followed = chosen;
  };
  follow();
  useSession.subscribe(follow);
};
if (drawn) {
  // A drawn page is hydrated in the language it was drawn in.
  window.addEventListener('frontrow-ready', followAccounts, { once: true });
  void takeOver(drawn);
} else
  void loadCatalogues([])
    // Without its texts the shell is English.
    .catch(() => undefined)
    .then(() => {
      createRoot(root).render(page);
      followAccounts();
    });

// A browser that is notified says so again for the session it has now.
setTimeout(() => {
  if (globalThis.Notification?.permission === 'granted')
    void import('./features/notifications/push-here.ts').then(({ keepSubscribed }) => keepSubscribed());
}, 3_000);

// Request headers describe the devices. Looking at them never prompts, and must not delay the first screen.
setTimeout(() => void lookAtDevices(), 2_000);
