import { defineConfig } from 'playwright/test'

const { BASE_URL, SONDE_BROWSER } = process.env
if (!BASE_URL) throw new Error('Set BASE_URL to the address of the app, such as http://localhost:3000.')

/** Two browsers, each with a session that its paths share. `--workers 1` takes one path after another. */
export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.mjs',
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 20_000 },
  reporter: [['line']],
  outputDir: 'test-results',
  use: {
    baseURL: BASE_URL,
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 20_000,
    launchOptions: {
      ...(SONDE_BROWSER && { executablePath: SONDE_BROWSER }),
      // Chromium refuses its sandbox to root.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
})
