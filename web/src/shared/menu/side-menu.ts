import type { Audience, MenuEntry } from './menu.ts';
import { menu } from './menu-entries.ts';

/** What the pages of an account have next to them. */
export const sideMenuFor = (audience: Audience): readonly MenuEntry[] =>
  menu.filter(({ aside, audience: of }) => of.includes(audience) && (aside === true || aside === audience));
