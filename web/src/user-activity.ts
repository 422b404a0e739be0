let lastInput = performance.now();

for (const kind of ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const)
  globalThis.addEventListener(kind, () => (lastInput = performance.now()), { passive: true, capture: true });

/**
 * Returns seconds since the last use of mouse, keyboard or screen. The server ends idle sessions by it; automatic
 * refreshes are not use.
 */
export const idleSeconds = (): number => Math.floor((performance.now() - lastInput) / 1000);
