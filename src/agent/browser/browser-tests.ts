import type { AllowRule } from '../../domain/core/addresses.ts'
import type { Log } from '../log.ts'
import { BrowserThread } from './browser-thread.ts'
import { findChromium } from './find-chromium.ts'

export type BrowserTestSettings = {
  /** Path of Chromium's program; null to look for one, `off` for none. */
  chromium: string | null
  /** Maximum number of browser tests at a time. */
  browserConcurrency: number
  allowed: readonly AllowRule[]
}

/** The browser of this agent, which starts with its first test; null if it has none, which the log explains. */
export const openBrowser = async (
  { chromium: named, browserConcurrency: concurrency, allowed }: BrowserTestSettings,
  log: Log,
): Promise<BrowserThread | null> => {
  if (named === 'off') return null
  const chromium = await findChromium(named)
  if ('absent' in chromium) {
    log(chromium.absent)
    return null
  }
  log(`browser tests run in ${chromium.path} ${chromium.version}`)
  return new BrowserThread({ path: chromium.path, concurrency, allowed, log })
}
