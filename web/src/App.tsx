import { MantineProvider } from '@mantine/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import type { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { i18n } from './i18n.ts';
import { queryClient } from './query-client.ts';
import { mantineTheme } from './theme/mantine-theme.ts';
import { styleNonce } from './theme/nonce.ts';
import { useShownTheme } from './theme/theme-choice.ts';
import { Toasts } from './ui/ToastCards.tsx';
import { TooltipHost } from './ui/TooltipHost.tsx';

export function App({ router }: { router: ReturnType<typeof createBrowserRouter> }) {
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <MantineProvider
          theme={mantineTheme}
          forceColorScheme={useShownTheme()}
          getStyleNonce={styleNonce}
          withCssVariables={false}
          withGlobalClasses={false}
        >
          <RouterProvider router={router} />
          <Toasts />
          <TooltipHost />
        </MantineProvider>
      </QueryClientProvider>
    </I18nProvider>
  );
}
