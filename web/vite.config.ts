import { serverPaths } from '@frontrow/contract/kernel/server-paths.ts';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { firstPaint } from './first-paint.ts';
import { homeScreen } from './home-screen.ts';
import { routerParts } from './router-parts.ts';
import { stylesAgain } from './styles-again.ts';
import { themeVariables } from './theme-variables.ts';

const server = process.env['FRONTROW_SERVER'] ?? 'http://127.0.0.1:3000';
const port = Number(process.env['WEB_PORT'] ?? 5173);

/** What every page starts with, and what public pages share, each as one file: many small ones weigh a tenth more. */
const groups = [
  { name: 'first', tags: ['$initial'] },
  {
    name: 'public',
    test: /react-query[\\/](?!.*useInfiniteQuery)|web[\\/]src[\\/]shared[\\/](client-config|api[\\/]poll|format[\\/](?!money-fields)|catalog[\\/]queries|menu[\\/]LanguageChooser|motion|page-title|search-path|ui[\\/](ErrorNote|event-card|Cover|cover|DateLeaf|LazySection|pills|StageBackdrop|FrontRow|SeatMeter|TicketPaper|Heart|Stars|LinkedText|use-now|WhenNear|when-near))|OutLink|artwork[\\/]src[\\/](front-row|seeded)|events[\\/](event-page-offer|event-codec|live-event-machine)|Skeleton|Icon(X|ChevronDown|MessageCircle|HandStop|Language|ShieldCheck|CalendarEvent|ReceiptRefund)\.mjs/,
  },
  {
    name: 'event',
    test: /features[\\/]events[\\/](event-feed|event-page-model|EventActions|mailed-tickets|use-my-ticket)|PurchaseCard\.module|use-count-view|known-reader|use-why-cancelled|InAppHint\.tsx|FollowButton|Icon(CalendarPlus|Link|Share3)\.mjs/,
  },
  { name: 'components', test: /styles[\\/]components\.ts/ },
  // Two small ones that the same pages load.
  { name: 'rich', test: /i18n[\\/]rich|shared[\\/]new-id/ },
  // Small ones of the pages that nobody sees first.
  {
    name: 'inside',
    test: /shared[\\/](format[\\/]money-fields|ui[\\/](Form\.tsx|amount-field)|catalog[\\/]shown-title)|events[\\/]title-in/,
  },
  {
    name: 'lists',
    test: /shared[\\/]ui[\\/](EmptyState|EventCard|Seats|SectionTitle)|infiniteQueryObserver|useInfiniteQuery/,
  },
  // What everything needs that uses the component library.
  { name: 'theme', test: /styles[\\/]MantineTheme|@mantine[\\/](core[\\/]esm[\\/]core|hooks)[\\/]/ },
  // Small ones that come together: each as a separate file is a name that every page must know.
  {
    name: 'menu-icons',
    test: /menu[\\/]menu-icons|Icon(ArrowsExchange|BuildingBank|MessageQuestion|CreditCard|MoodSmile|Receipt|Ticket|Wallet)\.mjs/,
  },
  { name: 'login', test: /leave-page|Icon(Key|Mail)\.mjs/ },
  { name: 'discover', test: /features[\\/]discover[\\/](?!DiscoverPage)/ },
];

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), themeVariables(), stylesAgain(), routerParts(), firstPaint(), homeScreen()],
  server: {
    host: '127.0.0.1',
    port,
    strictPort: process.env['WEB_PORT'] !== undefined,
    proxy: {
      ...Object.fromEntries(serverPaths.map((path) => [path, { target: server }])),
      '/socket.io': { target: server, ws: true },
      '/livekit': { target: server, ws: true },
    },
  },
  // The server draws pages with one file that brings all it needs, and keeps its text: React's checks of development
  // stay out.
  ssr: { noExternal: true },
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  build: {
    minify: true,
    outDir: 'dist',
    manifest: !isSsrBuild,
    copyPublicDir: !isSsrBuild,
    target: 'es2022',
    // Small pictures stay files: data URLs would need a wider content-security-policy and cannot be cached.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Another build has another name: a running server loads it next to the one it has.
    rolldownOptions: {
      output: isSsrBuild ? { entryFileNames: 'entry-[hash].js', codeSplitting: false } : { codeSplitting: { groups } },
    },
  },
}));
