import { createTheme } from '@mantine/core';

/**
 * Only Mantine's settings per component; colors, sizes and radii are in tokens.css. Components are named, not imported,
 * so that they load with their pages.
 */
export const mantineTheme = createTheme({
  fontFamily: 'var(--font-ui)',
  focusRing: 'never',
  cursorType: 'pointer',
  components: {
    Modal: { defaultProps: { transitionProps: { duration: 0 } } },
    ModalRoot: { defaultProps: { transitionProps: { duration: 0 } } },
  },
});
