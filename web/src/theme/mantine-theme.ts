import { createTheme } from '@mantine/core';

/**
 * Colours, sizes and radii live in tokens.css; this holds only what Mantine sets per component. Named, not imported:
 * the parts load with the pages that use them.
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
