import { api } from '@frontrow/contract/api.ts';
import { readLimit, writeLimit } from '../../http/limits.ts';
import type { PreparedLists } from '../../http/prepared-lists.ts';
import { answerWith } from '../../http/prepared-page.ts';
import { type AnyRoute, route } from '../../http/route.ts';
import { editHostProfile, type EditHostProfileUses } from './edit-host-profile.ts';
import { hostPage, type HostPageUses } from './host-page.ts';

export interface HostsUses extends HostPageUses, EditHostProfileUses {
  readonly pages: PreparedLists;
}

export function hostsRoutes(uses: HostsUses): AnyRoute[] {
  const { pages } = uses;
  return [
    route({
      call: 'GET /hosts/:username',
      who: 'anyone',
      limit: readLimit,
      handle: async ({ params, ...call }) =>
        answerWith(
          call,
          await pages.list(params.username, api['GET /hosts/:username'].answer, () => hostPage(uses, params.username)),
        ),
    }),
    route({
      call: 'POST /influencer/profile',
      who: 'host',
      limit: writeLimit,
      async handle({ actor, body }) {
        const kept = await editHostProfile(uses, actor.id, {
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
