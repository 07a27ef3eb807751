/**
 * Frontrow's Mantine theme: the one file with color values. Components use `var(--fr-*)`, `var(--mantine-*)` or theme
 * props, never hex. Contrast ratios were measured for every pair (AA: 4.5 for text, 3 for control edges); measure again
 * when changing a value.
 */
import { createTheme, defaultVariantColorsResolver, rem } from '@mantine/core';
import type {
  ActionIconFactory,
  CheckboxFactory,
  InputFactory,
  InputWrapperFactory,
  MenuFactory,
  ModalFactory,
  MultiSelectFactory,
  PaperFactory,
  PasswordInputFactory,
  PopoverFactory,
  SelectFactory,
  SwitchFactory,
  TabsFactory,
  TagsInputFactory,
  TextInputFactory,
  TextareaFactory,
  TooltipFactory,
  CSSVariablesResolver,
  ExtendComponent,
  FactoryPayload,
  MantineThemeComponent,
  VariantColorsResolver,
} from '@mantine/core';
import { amber, coral, dark, gray, green, violet } from './palette.ts';

/** `Component.extend` without importing the component: the theme must not pull every control into the first screen. */
const extend = <F extends FactoryPayload>(component: ExtendComponent<F>): MantineThemeComponent => component;

/** Text on coral. White on #FF5A4A is 3.08:1 and fails; this ink is 6.21:1. */
export const ON_CORAL = '#1C0A08';

const variantColorResolver: VariantColorsResolver = (input) => {
  const base = defaultVariantColorsResolver(input);
  const coralish = (input.color ?? input.theme.primaryColor) === 'coral';
  if (coralish && input.variant === 'filled')
    return {
      background: 'var(--fr-coral)',
      hover: 'var(--fr-coral-hover)',
      color: 'var(--fr-on-coral)',
      border: '1px solid transparent',
    };
  if (coralish && input.variant === 'light')
    return {
      background: 'var(--fr-coral-soft)',
      hover: 'var(--fr-coral-soft-hover)',
      color: 'var(--fr-coral-text)',
      border: '1px solid transparent',
    };
  if (coralish && (input.variant === 'subtle' || input.variant === 'outline'))
    return {
      ...base,
      color: 'var(--fr-coral-text)',
      hover: 'var(--fr-coral-soft)',
      border: input.variant === 'outline' ? '1px solid var(--fr-coral-text)' : '1px solid transparent',
    };
  // `ink`: the strong neutral button: ink on paper, paper on stage.
  if (input.variant === 'ink')
    return {
      background: 'var(--fr-text)',
      hover: 'var(--fr-text-hover)',
      color: 'var(--fr-bg)',
      border: '1px solid transparent',
    };
  // `quiet`: a filled neutral that sits on any surface.
  if (input.variant === 'quiet')
    return {
      background: 'var(--fr-sunken)',
      hover: 'var(--fr-sunken-hover)',
      color: 'var(--fr-text)',
      border: '1px solid transparent',
    };
  // `glass`: round controls over video.
  if (input.variant === 'glass')
    return {
      background: 'var(--fr-glass)',
      hover: 'var(--fr-glass-hover)',
      color: '#FFFFFF',
      border: '1px solid var(--fr-glass-line)',
    };
  return base;
};

export const theme = createTheme({
  colors: { coral, violet, gray, dark, green, amber },
  primaryColor: 'coral',
  primaryShade: { light: 5, dark: 5 },
  white: '#FFFFFF',
  black: '#15121B',
  variantColorResolver,
  fontFamily: "'Inter Variable', 'Inter Fallback', system-ui, sans-serif",
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, monospace',
  fontSmoothing: true,
  fontSizes: { xs: rem(12), sm: rem(14), md: rem(16), lg: rem(18), xl: rem(22) },
  lineHeights: { xs: '1.333', sm: '1.43', md: '1.5', lg: '1.45', xl: '1.35' },
  headings: {
    fontFamily: "'Bricolage Grotesque Variable', 'Bricolage Fallback', 'Inter Variable', sans-serif",
    fontWeight: '700',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: rem(48), lineHeight: '1.02' },
      h2: { fontSize: rem(36), lineHeight: '1.06' },
      h3: { fontSize: rem(28), lineHeight: '1.12' },
      h4: { fontSize: rem(22), lineHeight: '1.18' },
      h5: { fontSize: rem(18), lineHeight: '1.25' },
      h6: { fontSize: rem(16), lineHeight: '1.3' },
    },
  },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
  radius: { xs: rem(4), sm: rem(8), md: rem(12), lg: rem(16), xl: rem(24) },
  defaultRadius: 'md',
  breakpoints: { xs: '36em', sm: '48.0625em', md: '62em', lg: '80em', xl: '100em' },
  shadows: { xs: 'none', sm: 'none', md: 'var(--fr-shadow)', lg: 'var(--fr-shadow)', xl: 'var(--fr-shadow)' },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  other: { header: 64, headerPhone: 56, content: 1200, side: 384, chat: 360 },
  components: {
    ActionIcon: extend<ActionIconFactory>({ defaultProps: { radius: 999, size: 44, variant: 'quiet' } }),
    Paper: extend<PaperFactory>({ defaultProps: { radius: 'md' } }),
    Input: extend<InputFactory>({
      defaultProps: { size: 'md' },
      vars: (_t, p) => ({
        wrapper: {
          '--input-height': rem(48),
          '--input-fz': rem(16),
          '--input-radius': rem(12),
          '--input-bd': p.error ? 'var(--fr-bad)' : 'var(--fr-line-strong)',
          '--input-bg': 'var(--fr-field)',
          '--input-bd-focus': 'var(--fr-focus)',
        },
      }),
    }),
    InputWrapper: extend<InputWrapperFactory>({
      defaultProps: { size: 'md', inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      styles: {
        label: { fontSize: rem(14), fontWeight: 600, marginBottom: rem(6) },
        error: { fontSize: rem(14), marginTop: rem(6) },
        description: { fontSize: rem(12), marginTop: rem(6), color: 'var(--fr-text-3)' },
      },
    }),
    TextInput: extend<TextInputFactory>({ defaultProps: { size: 'md' } }),
    PasswordInput: extend<PasswordInputFactory>({ defaultProps: { size: 'md' } }),
    Select: extend<SelectFactory>({ defaultProps: { size: 'md', checkIconPosition: 'right' } }),
    // As high as the other fields while one row is in it, and that row in the middle.
    TagsInput: extend<TagsInputFactory>({ defaultProps: { size: 'md' }, styles: { input: { paddingBlock: rem(10) } } }),
    MultiSelect: extend<MultiSelectFactory>({ styles: { input: { paddingBlock: rem(10) } } }),
    // What people write in a longer field is in their language, not in the page's.
    Textarea: extend<TextareaFactory>({
      defaultProps: { size: 'md', autosize: true, minRows: 4, lang: '', dir: 'auto' },
    }),
    Checkbox: extend<CheckboxFactory>({
      defaultProps: { radius: 'xs', color: 'violet.5' },
      styles: { label: { fontSize: rem(14), lineHeight: '1.43' } },
    }),
    Switch: extend<SwitchFactory>({ defaultProps: { color: 'violet.5', size: 'md', withThumbIndicator: false } }),
    Tabs: extend<TabsFactory>({
      defaultProps: { color: 'coral.5' },
      styles: { tab: { fontWeight: 600, fontSize: rem(16), padding: `${rem(12)} 0`, marginRight: rem(24) } },
    }),
    Modal: extend<ModalFactory>({
      defaultProps: {
        radius: 'lg',
        centered: true,
        padding: 'lg',
        overlayProps: { backgroundOpacity: 0.62, color: '#0B0910', blur: 6 },
        transitionProps: { transition: 'pop', duration: 160 },
        closeButtonProps: { size: 40, radius: 999, 'aria-label': 'Close' },
      },
      styles: {
        title: {
          fontFamily: 'var(--fr-display)',
          fontWeight: 700,
          fontSize: rem(28),
          lineHeight: '1.14',
          letterSpacing: '-0.03em',
        },
        content: { backgroundColor: 'var(--fr-surface)', position: 'relative' },
        header: { backgroundColor: 'var(--fr-surface)' },
      },
    }),
    Menu: extend<MenuFactory>({
      // It holds its items alone, and lies in the page's main part. Radius and shadow are a popover's.
      defaultProps: { withInitialFocusPlaceholder: false, portalProps: { target: '#content' } },
    }),
    Popover: extend<PopoverFactory>({ defaultProps: { radius: 'md', shadow: 'md' } }),
    Tooltip: extend<TooltipFactory>({ defaultProps: { radius: 'sm', openDelay: 300, color: 'dark.8' } }),
  },
});

/** Poster colors for tiles: a ground and the ink that reads on it (from the covers' palettes). */
const tiles = {
  butter: ['#FFD64A', '#1D1A3B'],
  cobalt: ['#2347EA', '#EDF2FF'],
  noir: ['#17131D', '#FFFFFF'],
  lagoon: ['#0A6C70', '#EAFBF3'],
  rose: ['#FFB3CE', '#3A0A2C'],
  sky: ['#A5D5FF', '#0B2350'],
  plum: ['#4B1254', '#FFF0F2'],
  mint: ['#B9EAD1', '#0D2C27'],
  sand: ['#F0DEC2', '#23180F'],
} as const;

/** Semantic tokens. Same names in both themes; `--fr-stage-*` never change: the room is dark at noon too. */
export const cssVariablesResolver: CSSVariablesResolver = (t) => ({
  variables: {
    '--fr-coral': coral[5],
    '--fr-coral-hover': coral[4],
    '--fr-on-coral': ON_CORAL,
    '--fr-violet': violet[5],
    '--fr-stage': '#0B0910',
    '--fr-stage-1': '#15121B',
    '--fr-stage-2': '#1E1A27',
    '--fr-stage-3': '#2A2535',
    '--fr-stage-line': '#322C3E',
    '--fr-stage-text': '#F6F3F8',
    '--fr-stage-text-2': '#B5AEC0',
    '--fr-stage-text-3': '#9A92A8',
    '--fr-glass': 'rgba(16, 13, 22, .72)',
    '--fr-glass-hover': 'rgba(42, 37, 53, .86)',
    '--fr-glass-line': 'rgba(255, 255, 255, .12)',
    '--fr-over-picture': 'rgba(11, 9, 16, .84)',
    '--fr-on-picture': '#FFFFFF',
    '--fr-paper': '#FFFFFF',
    '--fr-ink': '#15121B',
    '--fr-paper-coral': coral[8],
    '--fr-free': '#D9F7E6',
    '--fr-on-free': green[8],
    ...Object.fromEntries(
      Object.entries(tiles).flatMap(([name, [ground, text]]) => [
        [`--fr-tile-${name}`, ground],
        [`--fr-on-tile-${name}`, text],
      ]),
    ),
    '--fr-display': t.headings.fontFamily,
    '--fr-fast': '120ms',
    '--fr-slow': '200ms',
    '--fr-ease': 'cubic-bezier(.2, .8, .2, 1)',
  },
  light: {
    '--fr-bg': '#FAF8F5',
    '--fr-surface': '#FFFFFF',
    '--fr-sunken': '#F1ECE5',
    '--fr-sunken-hover': '#E8E1D8',
    '--fr-field': '#FFFFFF',
    '--fr-line': '#E6DFD6',
    '--fr-line-strong': '#8D8597',
    '--fr-text': '#15121B',
    '--fr-text-hover': '#332D3B',
    '--fr-text-2': '#574F62',
    '--fr-text-3': '#6B6475',
    '--fr-link': violet[5],
    '--fr-focus': violet[5],
    '--fr-coral-text': coral[8],
    '--fr-coral-soft': '#FFEDE9',
    '--fr-coral-soft-hover': '#FFE0DB',
    '--fr-violet-soft': '#EFEBFF',
    '--fr-violet-text': violet[6],
    '--fr-good': '#0C6843',
    '--fr-good-soft': '#E3F4EA',
    '--fr-warn': '#8A5A00',
    '--fr-warn-soft': '#FFF3D6',
    '--fr-bad': coral[8],
    '--fr-bad-soft': '#FFE9E5',
    '--fr-footer': '#0B0910',
    '--fr-footer-line': '#35313C',
    '--fr-raised': '#FFFFFF',
    '--fr-shadow': '0 1px 2px rgba(43, 28, 20, .05), 0 16px 40px -12px rgba(43, 28, 20, .18)',
    '--mantine-color-body': '#FAF8F5',
    '--mantine-color-text': '#15121B',
    '--mantine-color-dimmed': '#574F62',
    '--mantine-color-anchor': violet[5],
    '--mantine-color-placeholder': '#6B6475',
    '--mantine-color-error': coral[8],
    '--mantine-color-default': '#FFFFFF',
    '--mantine-color-default-hover': '#F4F0EA',
    '--mantine-color-default-border': '#DED6CB',
    '--mantine-primary-color-filled': coral[5],
    '--mantine-primary-color-filled-hover': coral[4],
  },
  dark: {
    '--fr-bg': '#0B0910',
    '--fr-surface': '#15121B',
    '--fr-sunken': '#1E1A27',
    '--fr-sunken-hover': '#2A2535',
    '--fr-field': '#15121B',
    '--fr-line': '#29242F',
    '--fr-line-strong': '#746C84',
    '--fr-text': '#F6F3F8',
    '--fr-text-hover': '#D8D2DE',
    '--fr-text-2': '#B5AEC0',
    '--fr-text-3': '#9A92A8',
    '--fr-link': violet[3],
    '--fr-focus': violet[3],
    '--fr-coral-text': coral[4],
    '--fr-coral-soft': '#331714',
    '--fr-coral-soft-hover': '#43201B',
    '--fr-violet-soft': '#211A40',
    '--fr-violet-text': violet[3],
    '--fr-good': '#4ADE9B',
    '--fr-good-soft': '#0D2A1E',
    '--fr-warn': '#FFC65C',
    '--fr-warn-soft': '#32240A',
    '--fr-bad': coral[4],
    '--fr-bad-soft': '#331714',
    '--fr-footer': '#1A1622',
    '--fr-footer-line': '#322D3D',
    '--fr-raised': '#3A3447',
    '--fr-shadow': '0 0 0 1px rgba(255, 255, 255, .05), 0 24px 56px -16px rgba(0, 0, 0, .8)',
    '--mantine-color-body': '#0B0910',
    '--mantine-color-text': '#F6F3F8',
    '--mantine-color-dimmed': '#B5AEC0',
    '--mantine-color-anchor': violet[3],
    '--mantine-color-placeholder': '#9A92A8',
    '--mantine-color-error': coral[4],
    '--mantine-color-default': '#15121B',
    '--mantine-color-default-hover': '#1E1A27',
    '--mantine-color-default-border': '#322C3E',
    '--mantine-primary-color-filled': coral[5],
    '--mantine-primary-color-filled-hover': coral[4],
  },
});
