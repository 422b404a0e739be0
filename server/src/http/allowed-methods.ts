import type { FastifyInstance } from 'fastify';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

const escaped = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Collects the server's routes. Returns the methods of an address, none if it does not exist. */
export function collectMethods(app: FastifyInstance): (address: string) => string[] {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook('onRoute', ({ url, method }) => {
    const source = url
      .split('/')
      .map((part) => (part.startsWith(':') ? '[^/]+' : part.split('*').map(escaped).join('.*')))
      .join('/');
    const route = routes.get(url) ?? { pattern: new RegExp(`^${source}/?$`), methods: new Set<string>() };
    for (const one of [method].flat()) route.methods.add(one.toUpperCase());
    routes.set(url, route);
  });
  return (address) => {
    const path = address.split('?')[0] ?? '';
    const found = new Set(
      [...routes.values()].filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => [...methods]),
    );
    return METHODS.filter((method) => found.has(method));
  };
}
