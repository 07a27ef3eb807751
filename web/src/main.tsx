import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/bricolage-grotesque/opsz.css';
import './app/styles/layers.css';
import './app/styles/mantine.ts';
import './app/styles/global.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { bestLanguage, defaultLanguage, language, onLanguage, setLanguage } from './app/i18n/index.ts';
import { createQueryClient, Providers } from './app/providers.tsx';
import { routes } from './app/routes.tsx';
import { lookAtDevices } from './shared/api/client-headers.ts';
import { setRequestLanguage } from './shared/api/request.ts';
import { startSession } from './shared/session/session.ts';

onLanguage(() => {
  setRequestLanguage(language());
  document.documentElement.lang = language();
});
const wanted = bestLanguage(navigator.languages);
if (wanted !== defaultLanguage) void setLanguage(wanted);

void startSession();
const router = createBrowserRouter(routes);

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Providers client={createQueryClient()}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
);

// Request headers tell about devices; asking never prompts and must not delay the first screen.
setTimeout(() => void lookAtDevices(), 2_000);
