let lastInput = performance.now();

for (const kind of ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const)
  globalThis.addEventListener(kind, () => (lastInput = performance.now()), { passive: true, capture: true });

/**
 * Whole seconds since the person last used mouse, keyboard or screen. The server ends a session by it: a page that
 * refreshes by itself is not use.
 */
export const idleSeconds = (): number => Math.floor((performance.now() - lastInput) / 1000);
