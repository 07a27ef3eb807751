import { MantineContext, MantineThemeProvider, useProviderColorScheme } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isAnswer } from '#web/shared/api/refusal.ts';
import { colourSchemeManager } from '#web/shared/styles/colour-scheme.ts';
import { theme } from '#web/shared/styles/theme.ts';

/** Lost networks and busy servers are asked again; a clear "no" is not. */
const retriesMax = 2;
const staleMs = 30_000;

export function createQueryClient({ retry = true } = {}): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: staleMs,
        refetchOnWindowFocus: false,
        retry: (count, error) => retry && count < retriesMax && !isAnswer(error),
      },
      // Without a network it fails like any other: the library would wait for one, and do much later what nobody
      // waits for any more.
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

const getRootElement = (): HTMLElement => document.documentElement;

/** `MantineProvider` without the styles it writes: ours are built, and computing its own costs a phone some 20 ms. */
function Theme({ children }: { children: ReactNode }) {
  const scheme = useProviderColorScheme({
    manager: colourSchemeManager,
    defaultColorScheme: 'auto',
    getRootElement,
    forceColorScheme: undefined,
  });
  return (
    <MantineContext
      value={{
        ...scheme,
        getRootElement,
        classNamesPrefix: 'mantine',
        cssVariablesSelector: ':root',
        withStaticClasses: true,
      }}
    >
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  );
}

export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  return (
    <Theme>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </Theme>
  );
}
