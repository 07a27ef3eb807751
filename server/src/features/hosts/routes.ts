import { api } from '@frontrow/contract/api.ts';
import { readLimit, writeLimit } from '../../http/limits/limits.ts';
import type { PreparedLists } from '../../http/routes/prepared-answer.ts';
import { type AnyRoute, route } from '../../http/routes/route.ts';
import type { Kit } from '../../kit.ts';
import { followedHosts, followedUsernames, followHost, unfollowByMail } from './followers.ts';
import { editHostProfile, type EditHostProfileDeps, hostPage, type HostPageDeps } from './host-page.ts';

export interface HostsDeps extends HostPageDeps, EditHostProfileDeps, Pick<Kit, 'config'> {
  readonly pages: PreparedLists;
}

export function hostsRoutes(deps: HostsDeps): AnyRoute[] {
  const { db, pages } = deps;
  return [
    route({
      call: 'GET /hosts/:username',
      who: 'anyone',
      limit: readLimit,
      handle: ({ params: { username } }) =>
        pages.list(username, api['GET /hosts/:username'].answer, () => hostPage(deps, username)),
    }),
    route({
      call: 'POST /hosts/follow',
      who: 'account',
      limit: writeLimit,
      async handle({ actor, body }) {
        const followers = await followHost(db, actor.id, body);
        pages.expire();
        return { following: body.follow, host_followers: followers };
      },
    }),
    route({
      call: 'POST /hosts/unfollow_by_mail',
      who: 'anyone',
      limit: writeLimit,
      staleTokenIgnored: true,
      async handle({ body }) {
        const user = await unfollowByMail(deps, body.token);
        pages.expire();
        return { user };
      },
    }),
    route({
      call: 'GET /user/following',
      who: 'account',
      limit: readLimit,
      handle: async ({ actor }) => ({ usernames: await followedUsernames(db, actor.id) }),
    }),
    route({
      call: 'GET /user/followed_hosts',
      who: 'account',
      limit: readLimit,
      handle: ({ actor, query }) => followedHosts(db, actor.id, query.cursor),
    }),
    route({
      call: 'POST /influencer/profile',
      who: 'host',
      limit: writeLimit,
      async handle({ actor, body }) {
        const kept = await editHostProfile(deps, actor.id, {
          bio: body.bio,
          langIdes: body.lang_ides,
          links: body.links,
        });
        pages.expire();
        return { host_bio: kept.bio, host_lang_ides: [...kept.langIdes], host_links: [...kept.links] };
      },
    }),
  ];
}
