import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The page of the console alone: `npx vite --config tests/commands/page/vite.config.ts`. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  cacheDir: '../../../node_modules/.vite-console',
  server: { hmr: false, watch: null },
  optimizeDeps: {
    include: [
      'react',
      'react-dom/client',
      'react/jsx-dev-runtime',
      'cmdk',
      'xstate',
      '@xstate/react',
      'arktype',
      'fuzzysort',
    ],
  },
})
