import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright'

/** Where a Chromium is usually installed. The one without windows does the same with a third less of the processor. */
const USUAL = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const whatToDo =
  'No Chromium or Chrome was found, and none could be installed. Install one and run the tests again, or name it: SONDE_BROWSER=/path/to/chromium npm test.'

const isRoot = process.getuid?.() === 0
const playwrightsOwn = (): string | undefined => [chromium.executablePath()].find((path) => path && existsSync(path))

const tried = (program: string, words: readonly string[]): boolean => {
  try {
    execFileSync(program, words, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    })
    return true
  } catch {
    return false
  }
}

/** The browser's program: the one that `SONDE_BROWSER` names, one that is installed, Playwright's own, or one that is installed now. */
export const browserProgram = (): string => {
  const named = process.env.SONDE_BROWSER
  if (named) {
    if (existsSync(named)) return named
    throw new Error(`SONDE_BROWSER must be the path of a Chromium or Chrome, but there is nothing at ${named}.`)
  }
  const found = USUAL.find((path) => existsSync(path)) ?? playwrightsOwn()
  if (found) return found
  if (
    isRoot &&
    existsSync('/etc/debian_version') &&
    tried('apt-get', ['update', '-q']) &&
    (tried('apt-get', ['install', '-qy', 'chromium-headless-shell']) ||
      tried('apt-get', ['install', '-qy', 'chromium']))
  ) {
    const installed = USUAL.find((path) => existsSync(path))
    if (installed) return installed
  }
  if (tried('npx', ['playwright', 'install', 'chromium'])) {
    const own = playwrightsOwn()
    if (own) return own
  }
  throw new Error(whatToDo)
}

/** A name of this machine that browsers trust no more than any other, for them as for people. */
export const UNTRUSTED_NAME = 'sonde.test'

/** A real browser without a window. It reaches this machine only. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: browserProgram(),
    args: [
      // Chromium refuses its sandbox to root.
      ...(isRoot ? ['--no-sandbox'] : []),
      `--host-resolver-rules=MAP ${UNTRUSTED_NAME} 127.0.0.1`,
      '--disable-quic',
      '--disable-background-networking',
      '--no-first-run',
      // Maps need WebGL, which machines without a graphics card draw by the processor.
      '--enable-unsafe-swiftshader',
    ],
  })

let shared: Promise<Browser> | undefined

/** The browser of this worker, which its files share: each tab has a context of its own. It ends with the worker. */
export const sharedBrowser = async (): Promise<Browser> => {
  const open = await shared?.catch(() => undefined)
  if (!shared || !open?.isConnected()) shared = openBrowser()
  return shared
}
