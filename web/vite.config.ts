import babel from '@rolldown/plugin-babel';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * sonner writes its stylesheet through a <style> element without a nonce, which the content security policy forbids.
 * The same rules are imported as a file instead (theme/toast.css), so its own insertion is taken out.
 */
function sonnerWithoutInlineStyle(): Plugin {
  return {
    name: 'sonner-without-inline-style',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]sonner[\\/]dist[\\/]index\.mjs/ },
      handler: (code) => ({ code: code.replace(/^__insertCSS\(".*"\);?$/m, ''), map: null }),
    },
  };
}

/** The two faces every page begins with: asked for with the page, not only when its styles have come. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => /(inter|newsreader)-latin-opsz-normal[^/]*\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: true },
            injectTo: 'head' as const,
          })),
    },
  };
}

// The host stays the one of the page: the server takes writes from its own origin only.
const api = { target: process.env['API_URL'] ?? 'http://127.0.0.1:4400', changeOrigin: false };

export default defineConfig({
  // The server replaces the placeholder with a fresh nonce in every response.
  html: { cspNonce: '__CSP_NONCE__' },
  plugins: [
    sonnerWithoutInlineStyle(),
    preloadFonts(),
    react(),
    lingui(),
    babel({ presets: [linguiTransformerBabelPreset({ descriptorFields: 'message' })] }),
  ],
  optimizeDeps: { exclude: ['sonner'] },
  build: { target: 'es2023', assetsInlineLimit: 0, chunkSizeWarningLimit: 700 },
  server: { proxy: { '/rpc': api, '/api': api, '/uploads': api, '/downloads': api } },
});
