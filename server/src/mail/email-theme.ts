/** Frontrow's colors in emails, which have no theme variables: light ones inline, dark ones in `darkRules`. */
export const look = {
  paper: '#FAF8F5',
  surface: '#FFFFFF',
  sunken: '#F1ECE5',
  line: '#E6DFD6',
  text: '#15121B',
  textSoft: '#574F62',
  link: '#6C4CF1',
  stage: '#0B0910',
  stageText: '#F6F3F8',
  coral: '#FF5A4A',
  onCoral: '#1C0A08',
  font: "Inter, 'Inter Variable', -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif",
  display:
    "'Bricolage Grotesque', 'Bricolage Grotesque Variable', Inter, -apple-system, 'Segoe UI', Roboto, " +
    'Helvetica, Arial, sans-serif',
} as const;

const dark = {
  paper: '#0B0910',
  surface: '#15121B',
  sunken: '#1E1A27',
  line: '#322C3E',
  text: '#F6F3F8',
  textSoft: '#B5AEC0',
  link: '#A996FF',
};

const rules = (prefix: string): string =>
  [
    `${prefix}.fr-paper{background:${dark.paper}!important}`,
    `${prefix}.fr-surface{background:${dark.surface}!important;border-color:${dark.line}!important}`,
    `${prefix}.fr-sunken{background:${dark.sunken}!important}`,
    `${prefix}.fr-line{border-color:${dark.line}!important}`,
    `${prefix}.fr-text{color:${dark.text}!important}`,
    `${prefix}.fr-soft{color:${dark.textSoft}!important}`,
    `${prefix}.fr-link{color:${dark.link}!important}`,
  ].join('');

/** Apple Email and most other clients query the color scheme; Outlook's apps mark a dark document with an attribute. */
export const darkRules = `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${rules('')}}${rules('[data-ogsc] ')}@media (max-width:520px){.fr-pad{padding-left:20px!important;padding-right:20px!important}}`;
