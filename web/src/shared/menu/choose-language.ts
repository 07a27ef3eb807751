import { languageCookie } from '@frontrow/contract/kernel/headers.ts';
import type { Language } from '@frontrow/core/kernel/language.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { loadedFeatures, loadIn } from '#web/shared/i18n/index.ts';
import { language, showLanguage } from '#web/shared/i18n/language.ts';
import { keepProfile, useSession } from '#web/shared/session/session.ts';
import { toastWarning } from '#web/shared/toasts/toast.ts';

const keptSeconds = 31_536_000;

/** Keeps the language for the next page: the server draws it. */
function keepLanguage(next: Language): void {
  document.cookie = `${languageCookie}=${next}; Path=/; Max-Age=${keptSeconds}; SameSite=Lax`;
}

/** Shows the interface in another language; the texts loaded so far are loaded in it first. */
export async function setLanguage(next: Language): Promise<void> {
  if (next === language()) return;
  // A page that was opened in between has brought more.
  for (let features = 0; features < loadedFeatures().length;) {
    features = loadedFeatures().length;
    await loadIn(next, loadedFeatures());
  }
  showLanguage(next);
}

/** Shows everything in this language from now on: in this browser, and in others where the person is logged in. */
export async function chooseLanguage(next: Language): Promise<void> {
  try {
    await setLanguage(next);
    keepLanguage(next);
    if (useSession.getState().user) keepProfile(await call('POST /user/language', { body: { user_language: next } }));
  } catch (error) {
    toastWarning(messageOf(error));
  }
}

/** The language chosen in an account is that of every browser it is used in. */
export async function followAccount(chosen: Language): Promise<void> {
  keepLanguage(chosen);
  await setLanguage(chosen).catch(() => undefined);
}
