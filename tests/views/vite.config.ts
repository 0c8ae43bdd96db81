import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The specimen of all parts, to look at while they are made: `npx vite --config tests/views/vite.config.ts`. */
export default defineConfig({
  root: fileURLToPath(new URL('specimen', import.meta.url)),
  plugins: [react()],
  build: { assetsInlineLimit: 0, modulePreload: { polyfill: false }, emptyOutDir: true },
})
