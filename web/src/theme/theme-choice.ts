import { useSyncExternalStore } from 'react';

export const THEME_CHOICES = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

const KEY = 'theme';
const system = globalThis.matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set<() => void>();

/** Returns what the user chose; 'system' (the default) follows the device. */
function themeChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : 'system';
  } catch {
    return 'system';
  }
}

function shownTheme(): 'light' | 'dark' {
  const choice = themeChoice();
  if (choice !== 'system') return choice;
  return system.matches ? 'dark' : 'light';
}

function apply(): void {
  const root = document.documentElement;
  root.setAttribute('data-theme-switching', '');
  const choice = themeChoice();
  if (choice === 'system') root.removeAttribute('data-theme');
  else root.setAttribute('data-theme', choice);
  root.setAttribute('data-mantine-color-scheme', shownTheme());
  for (const listener of listeners) listener();
  // Two frames: the first paints the new palette, only then may transitions run again.
  requestAnimationFrame(() => requestAnimationFrame(() => root.removeAttribute('data-theme-switching')));
}

export function chooseTheme(choice: ThemeChoice): void {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // Private windows may refuse storage; the choice then lasts until the page is left.
  }
  apply();
}

system.addEventListener('change', apply);
globalThis.addEventListener('storage', (event) => {
  if (event.key === KEY) apply();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, themeChoice);
}

export function useShownTheme(): 'light' | 'dark' {
  return useSyncExternalStore(subscribe, shownTheme);
}
