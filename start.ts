import { buildPages } from './build-pages.ts';

/** `npm start`: the pages are built when their sources changed, then the server runs in this process. */
buildPages();
await import('./server/src/main.ts');
