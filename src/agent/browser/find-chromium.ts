import { execFile } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Account, browserAccount } from './account.ts'

/** An installed Chromium: its program and its version, such as `156.0.8078.79`. */
export type Chromium = { readonly path: string; readonly version: string }

/** Why an agent runs no browser tests: one sentence for its operator, with the remedy. */
export type NoChromium = { readonly absent: string }

/** The package that drives Chromium. It is loaded from beside the agent's program, so an agent without it runs all other jobs. */
const DRIVER = 'playwright-core'

/** Usual places. The program without windows comes first: it does the same with a third less memory and processor time. */
const USUAL = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Programs within a folder of Playwright's own downloads, by the names that its releases use. */
const DOWNLOADED = [
  'chrome-headless-shell-linux64/chrome-headless-shell',
  'chrome-linux/headless_shell',
  'chrome-linux64/chrome',
  'chrome-linux/chrome',
]

const VERSION_TIMEOUT_MS = 10_000
const REMEDY = 'Install one (Debian: apt-get install chromium), or set SONDE_CHROMIUM to the path of its program.'

/** Chromium programs that Playwright downloaded for this account, newest first. */
const downloads = (): string[] => {
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH || join(homedir(), '.cache/ms-playwright')
  const names = existsSync(folder) ? readdirSync(folder) : []
  const revision = (name: string) => Number(/^chromium(?:_headless_shell)?-(\d+)$/.exec(name)?.[1] ?? -1)
  return names
    .filter((name) => revision(name) >= 0)
    .sort((one, other) => revision(other) - revision(one))
    .flatMap((name) => DOWNLOADED.map((program) => join(folder, name, program)))
}

const hasDriver = (): boolean => {
  try {
    createRequire(import.meta.url).resolve(DRIVER)
    return true
  } catch {
    return false
  }
}

/** Environment of Chromium: none of the agent's variables, which hold its join token. */
export const scrubbedEnvironment = (home: string): Record<string, string> => ({
  PATH: '/usr/local/bin:/usr/bin:/bin',
  HOME: home,
  TMPDIR: home,
  LANG: 'C.UTF-8',
})

const versionOf = async (path: string, account: Account | null): Promise<string> => {
  const options = { ...account, cwd: '/', env: scrubbedEnvironment('/nonexistent'), timeout: VERSION_TIMEOUT_MS }
  const { stdout } = await promisify(execFile)(path, ['--version'], options)
  const version = /chrom(?:e|ium)\D*(\d+(?:\.\d+){1,3})/i.exec(stdout)?.[1]
  if (version === undefined) throw new Error('it says no version of Chromium')
  return version
}

/**
 * Finds the Chromium of this machine: the one that the operator names, one at a usual place, or one that Playwright downloaded. Without
 * one, or without the package that drives it, says so in one sentence.
 */
export const findChromium = async (named: string | null): Promise<Chromium | NoChromium> => {
  if (!hasDriver())
    return {
      absent: `Browser tests are off: the package ${DRIVER} is not installed beside the agent (npm install ${DRIVER}).`,
    }
  if (named !== null && !existsSync(named))
    return { absent: `Browser tests are off: SONDE_CHROMIUM is ${named}, but there is no such file. ${REMEDY}` }
  const path = named ?? [...USUAL, ...downloads()].find((usual) => existsSync(usual))
  if (path === undefined) return { absent: `Browser tests are off: there is no Chromium on this machine. ${REMEDY}` }
  try {
    return { path, version: await versionOf(path, browserAccount()) }
  } catch (error) {
    const cause = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    return { absent: `Browser tests are off: ${path} does not start (${cause}). ${REMEDY}` }
  }
}
