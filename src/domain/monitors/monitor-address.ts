import type { Row } from '../../contract/core/resource.ts'
import type { monitors } from '../../contract/monitors/monitors.ts'

/** A monitor as the API answers it: a call or a browser test. */
type Monitor = Row<typeof monitors>
export type CallMonitor = Extract<Monitor, { type: 'api' }>
export type BrowserMonitor = Extract<Monitor, { type: 'browser' }>

/** The fields that tell a call from a browser test. */
type Addressed = Pick<CallMonitor, 'type' | 'request'> | Pick<BrowserMonitor, 'type' | 'setup'>

/** The URL of a call, or of the page of a browser test. */
export const monitorUrl = (monitor: Addressed): string =>
  monitor.type === 'api' ? monitor.request.url : monitor.setup.url

/** The method of a call; `Browser` for a browser test. */
export const monitorMethod = (monitor: Addressed): string =>
  monitor.type === 'api' ? monitor.request.method : 'Browser'

/** Host and path of what a monitor calls: neither scheme nor query, which may be long or secret. */
export const monitorPlace = (monitor: Addressed): string =>
  monitorUrl(monitor)
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/[?#].*$/s, '')
    .replace(/^[^/@]*@/, '')
    .replace(/\/$/, '')
