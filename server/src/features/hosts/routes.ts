import { api } from '@frontrow/contract/api.ts';
import { readLimit } from '../../http/limits.ts';
import type { PreparedLists } from '../../http/prepared-lists.ts';
import { answerWith } from '../../http/prepared-page.ts';
import { type AnyRoute, route } from '../../http/route.ts';
import { hostPage, type HostPageUses } from './host-page.ts';

export interface HostsUses extends HostPageUses {
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
  ];
}
