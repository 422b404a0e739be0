import '@fontsource-variable/inter/opsz.css';
import '@fontsource-variable/newsreader/opsz.css';
import '@fontsource-variable/geist-mono/index.css';
import './theme/tokens.css';
import './theme/mantine.css';
import './theme/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { App } from './App.tsx';
import { queryClient } from './query-client.ts';
import { routes } from './routes.tsx';
import { sessionQuery } from './session.ts';
import { provideNonce } from './theme/nonce.ts';
import { watchPageLoads } from './page-loads.ts';

provideNonce();
watchPageLoads();
// Requested at once, in parallel with the first page's code, because the gate needs the response.
void queryClient.prefetchQuery(sessionQuery);

type Router = ReturnType<typeof createBrowserRouter>;

/** The first page's module before the first render: a fallback in its place would only flash and cost time. */
function initialized(router: Router): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) {
      resolve();
      return;
    }
    const stop = router.subscribe((state) => {
      if (!state.initialized) return;
      stop();
      resolve();
    });
  });
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root element');
const router = createBrowserRouter(routes);
await initialized(router);
createRoot(root).render(
  <StrictMode>
    <App router={router} />
  </StrictMode>,
);
