import { useRef, useState } from 'react';

/**
 * Returns a random key; `crypto.randomUUID` exists only on secure origins, so a plain http address in a local network
 * falls back to random bytes.
 */
export function newKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export type IdempotencyKeys = {
  /** Returns the key for this input: the same input has the same key, a changed input a new one. */
  keyFor: (input: unknown) => string;
  /** To be called when the write has succeeded: the same input sent once more is then a new write. */
  settle: () => void;
};

export function useIdempotencyKey(): IdempotencyKeys {
  const last = useRef<{ of: string; key: string } | null>(null);
  const [keys] = useState<IdempotencyKeys>(() => ({
    keyFor: (input) => {
      const of = JSON.stringify(input);
      if (last.current?.of !== of) last.current = { of, key: newKey() };
      return last.current.key;
    },
    settle: () => {
      last.current = null;
    },
  }));
  return keys;
}
