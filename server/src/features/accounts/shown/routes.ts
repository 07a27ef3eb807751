import { refuse } from '@frontrow/core/refuse.ts';
import { avatarLimit, pictureBodyBytesMax, readLimit, writeLimit } from '../../../http/limits/limits.ts';
import { type AnyRoute, route } from '../../../http/routes/route.ts';
import { findAccount } from '../store.ts';
import { profileView } from '../views.ts';
import { changeAvatar, type ChangeAvatarUses } from './change-avatar.ts';
import { changeViewerProfile, viewerProfile } from './viewer-profile.ts';

/** Calls about what others see of the caller. */
export function shownRoutes(uses: ChangeAvatarUses): AnyRoute[] {
  const { db } = uses;
  return [
    route({
      call: 'GET /user/viewer_profile',
      who: 'account',
      limit: readLimit,
      handle: ({ actor }) => viewerProfile(db, actor.id),
    }),
    route({
      call: 'POST /user/viewer_profile',
      who: 'account',
      limit: writeLimit,
      handle: ({ actor, body }) =>
        changeViewerProfile(db, actor.id, { shownName: body.shown_name, showAttending: body.show_attending }),
    }),
    route({
      call: 'POST /user/avatar',
      who: 'account',
      limit: avatarLimit,
      bodyBytesMax: pictureBodyBytesMax,
      async handle({ actor, body }) {
        await changeAvatar(uses, actor.id, body.avatar);
        const account = await findAccount(db, actor.id);
        if (!account) throw refuse('user_not_found');
        return profileView(db, account, actor.guestOf);
      },
    }),
  ];
}
