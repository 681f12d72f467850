import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './global.css';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { newQueryClient } from './api/client';
import { ApiError } from './api/http';
import { I18nProvider } from './i18n';
import { loadTexts, readLanguage } from './i18n/language';
import { newRouter } from './routes';
import { ThemeProvider } from './ThemeProvider';

/** Server errors shown on a page are not bugs; log everything else. */
function onCaughtError(error: unknown) {
  // biome-ignore lint/suspicious/noConsole: this is where developers look when a page breaks
  if (!(error instanceof ApiError)) console.error(error);
}

async function start(element: HTMLElement) {
  const client = newQueryClient();
  const router = newRouter(client);
  const language = readLanguage();
  const texts = await loadTexts(language);
  createRoot(element, { onCaughtError }).render(
    <StrictMode>
      <I18nProvider language={language} texts={texts}>
        <ThemeProvider>
          <QueryClientProvider client={client}>
            {/* Hovering one message must not pause all the others. */}
            <Notifications position="bottom-right" limit={4} pauseResetOnHover="notification" />
            <RouterProvider router={router} />
          </QueryClientProvider>
        </ThemeProvider>
      </I18nProvider>
    </StrictMode>,
  );
}

const element = document.getElementById('root');
if (element) void start(element);
