import babel from '@rolldown/plugin-babel';
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/**
 * sonner writes its stylesheet through a <style> element without a nonce, which the content security policy forbids. The same rules are
 * imported as a file instead (theme/toast.css), so its own insertion is taken out.
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

const api = process.env['API_URL'] ?? 'http://127.0.0.1:4400';

export default defineConfig({
  // The server replaces the placeholder with a fresh nonce in every response.
  html: { cspNonce: '__CSP_NONCE__' },
  plugins: [
    sonnerWithoutInlineStyle(),
    react(),
    lingui(),
    babel({ presets: [linguiTransformerBabelPreset({ descriptorFields: 'message' })] }),
  ],
  optimizeDeps: { exclude: ['sonner'] },
  build: { target: 'es2023', assetsInlineLimit: 0, chunkSizeWarningLimit: 700 },
  server: { proxy: { '/rpc': api, '/api': api, '/uploads': api } },
});
