import { describe, expect, it } from 'vitest';
import { acceptsHost, isOwnOrigin } from './accepted-hosts.ts';

describe('the Host header', () => {
  it.each([
    ['localhost', true],
    ['localhost:4400', true],
    ['127.0.0.1:4400', true],
    ['127.8.9.10', true],
    ['[::1]:4400', true],
    ['LOCALHOST:4400', true],
    ['attacker.example', false],
    ['localhost.attacker.example', false],
    ['127.0.0.1.attacker.example', false],
    ['10.0.0.5:4400', false],
    ['0.0.0.0:4400', false],
    ['user@localhost', false],
    ['localhost/x', false],
    ['localhost:99999', false],
    ['', false],
  ])('%s on a server of this machine alone: %s', (host, isAccepted) => {
    expect(acceptsHost(host, { host: '127.0.0.1' })).toBe(isAccepted);
  });

  it.each([
    ['0.0.0.0', '10.0.0.5:4400', true],
    ['0.0.0.0', '[fe80::1]:4400', true],
    ['0.0.0.0', 'localhost:4400', true],
    ['0.0.0.0', 'attacker.example:4400', false],
    ['::', '10.0.0.5:4400', true],
    ['benefits.lan', 'benefits.lan:4400', true],
    ['benefits.lan', 'attacker.example', false],
  ])('on a server that listens at %s: %s %s', (listening, host, isAccepted) => {
    expect(acceptsHost(host, { host: listening })).toBe(isAccepted);
  });

  it.each([
    ['benefits.example', true],
    ['benefits.example:443', true],
    ['benefits.example:8443', false],
    ['127.0.0.1:4400', true],
    ['10.0.0.5', true],
    ['attacker.example', false],
  ])('with PUBLIC_URL: %s %s', (host, isAccepted) => {
    expect(acceptsHost(host, { host: '0.0.0.0', publicUrl: 'https://benefits.example' })).toBe(isAccepted);
  });
});

describe('the Origin header', () => {
  it.each([
    ['http://localhost:4400', 'localhost:4400', undefined, true],
    ['http://localhost', 'localhost:80', undefined, true],
    ['https://localhost:4400', 'localhost:4400', undefined, false],
    ['http://localhost:4401', 'localhost:4400', undefined, false],
    ['https://benefits.example', 'whatever', 'https://benefits.example/', true],
    ['https://benefits.example:443', 'whatever', 'https://benefits.example', true],
    ['http://benefits.example', 'benefits.example', 'https://benefits.example', false],
    ['null', 'null', undefined, false],
    ['file:///x', '', undefined, false],
    [undefined, 'localhost', undefined, false],
  ])('%s at %s with PUBLIC_URL %s: %s', (origin, host, publicUrl, isOwn) => {
    expect(isOwnOrigin(origin, host, publicUrl)).toBe(isOwn);
  });
});
