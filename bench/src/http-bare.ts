import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';

/** As many connections as a process of the server has for its requests. */
const CONNECTIONS = 12;

/** The least that any server does: answers some JSON, and the same with one row read by its primary key. */
const pool = new pg.Pool({ connectionString: process.env['BARE_DATABASE_URL'] ?? '', max: CONNECTIONS });
const server = createServer((request, response) => {
  const answer = (body: unknown): void => {
    response.setHeader('content-type', 'application/json; charset=utf-8');
    response.end(JSON.stringify(body));
  };
  if (request.url === '/bare') return answer({ json: { status: 'ok' } });
  pool
    .query({
      name: 'row',
      text: 'select id, name from tenants where id = $1',
      values: [process.env['BARE_ID']],
    })
    .then(
      ({ rows }) => answer({ json: rows }),
      () => response.writeHead(500).end(),
    );
});
process.on('message', (asked) => process.send?.({ asked, cpuMicros: process.cpuUsage() }));
server.listen(0, '127.0.0.1', () =>
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
);
