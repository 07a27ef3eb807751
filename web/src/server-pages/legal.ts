import { text } from '#web/shared/i18n/index.ts';
import type { PublicPage } from './public-page.ts';

const legalPage = (name: 'terms' | 'privacy', path: string, module: string): PublicPage => ({
  path,
  modules: [module],
  prepare: () =>
    Promise.resolve({
      title: text('legal', `${name}.title`),
      description: text('legal', `${name}.lead`),
      canonical: path,
    }),
});

export const legalPages: readonly PublicPage[] = [
  legalPage('terms', '/terms/service', 'src/features/legal/TermsPage.tsx'),
  legalPage('privacy', '/terms/privacy', 'src/features/legal/PrivacyPage.tsx'),
];
