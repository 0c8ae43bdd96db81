import { BrowserEdit } from './BrowserEdit.tsx'
import { CallEdit } from './CallEdit.tsx'
import type { Monitor } from './monitor-list.ts'

/** Edits a monitor: a call and its conditions, or a browser test. */
export const MonitorEdit = ({ monitor }: { monitor: Monitor }) =>
  monitor.type === 'api' ? <CallEdit monitor={monitor} /> : <BrowserEdit monitor={monitor} />
