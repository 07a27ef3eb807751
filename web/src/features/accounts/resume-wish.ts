import { call } from '#web/shared/api/call.ts';
import { ApiRefusal, messageOf } from '#web/shared/api/refusal.ts';
import { loadCatalogues, text } from '#web/shared/i18n/index.ts';
import type { Wish } from '#web/shared/login-modal.ts';
import { saved } from '#web/shared/marks/change-mark.ts';
import { reportNext } from '#web/shared/report/ReportButton.tsx';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { type AfterLogin, isPath } from './after-login.ts';

/** What one wish does; answers where the person goes on, if not on the page where they pressed it. */
type Resumption<W> = (of: W) => Promise<string | undefined>;
type Resumptions = { readonly [What in Wish['what']]: Resumption<Extract<Wish, { what: What }>['of']> };

const done = (key: 'favorites' | 'following' | 'waitlist' | 'meeting', name = ''): void =>
  toastGood(text('auth', `carriedOn.${key}`, { name }));

type Question = Extract<Wish, { what: 'meeting' }>['of'];

/** The request with this question; the tab in which it was typed goes on, too, and may have sent it a moment ago. */
async function askedFor(question: Question): Promise<string> {
  try {
    return (await call('POST /private_requests/create', { body: question })).request.request_uuid;
  } catch (error) {
    if (!(error instanceof ApiRefusal && error.is('request_open'))) throw error;
    const { requests } = await call('GET /private_requests', { query: { side: 'viewer' } });
    const same = requests.find(
      ({ host, starts_at: startsAt, minutes }) =>
        host.username === question.username && startsAt === question.starts_at && minutes === question.minutes,
    );
    if (!same) throw error;
    return same.request_uuid;
  }
}

const resumptions: Resumptions = {
  async favorites(eventUuid) {
    await saved.favorites.save(eventUuid, true);
    done('favorites');
    return undefined;
  },
  async following(username) {
    await saved.following.save(username, true);
    done('following', username);
    return undefined;
  },
  async waitlist(eventUuid) {
    await call('POST /events/waitlist', { body: { event_uuid: eventUuid, join: true } });
    done('waitlist');
    return undefined;
  },
  async meeting(question) {
    const uuid = await askedFor(question);
    done('meeting');
    return `/message/private_request?request=${uuid}`;
  },
  async report(subject) {
    reportNext(subject);
    return undefined;
  },
  page: async (path) => (isPath(path) ? path : undefined),
};

/**
 * Does what a person pressed who had to log in first, and says so; a refusal is shown in the server's words. Answers
 * where they go on. To be called once they are logged in.
 */
export async function resumeWish({ then, wish }: AfterLogin): Promise<string> {
  if (!wish || !Object.hasOwn(resumptions, wish.what)) return then;
  try {
    await loadCatalogues(['auth']);
    return (await (resumptions[wish.what] as Resumption<unknown>)(wish.of)) ?? then;
  } catch (error) {
    toastError(messageOf(error));
    return then;
  }
}
