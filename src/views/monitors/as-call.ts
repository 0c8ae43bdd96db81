import type { BrowserMonitor, CallMonitor } from '../../domain/monitors/monitor-address.ts'
import type { Monitor } from './monitor-list.ts'

/** The answer of a write to a call. @throws Error for a browser test, which such a write never answers. */
export const asCall = (monitor: Monitor): CallMonitor => {
  if (monitor.type !== 'api') throw new Error('The API answered with a browser test instead of a call.')
  return monitor
}

/** The answer of a write to a browser test. @throws Error for a call, which such a write never answers. */
export const asBrowserTest = (monitor: Monitor): BrowserMonitor => {
  if (monitor.type !== 'browser') throw new Error('The API answered with a call instead of a browser test.')
  return monitor
}
