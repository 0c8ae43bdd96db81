import { Notice } from '../parts/text/Notice.tsx'
import { CallEdit } from './CallEdit.tsx'
import type { Monitor } from './monitor-list.ts'

/** Edits a monitor: a call and its conditions, or a browser test. */
export const MonitorEdit = ({ monitor }: { monitor: Monitor }) =>
  monitor.type === 'api' ? (
    <CallEdit monitor={monitor} />
  ) : (
    <Notice kind="info" title="This monitor is a browser test">
      It is changed through the API: PUT /api/3/monitors/browser/{monitor.id}.
    </Notice>
  )
