import { endpoint, shape } from '../core/endpoint.ts'
import { oneOf } from '../core/notation.ts'
import { data, named } from '../core/wire.ts'

/** Rules that changed for new monitors, by the names of their settings. */
export const CHANGED_RULES = ['redirect_method', 'unset_variables', 'numeric_texts'] as const

const olderRow = shape({
  id: 'string',
  name: 'string',
  url: 'string',
  /** The rules that the monitor has from before. */
  rules: [
    {
      rule: oneOf(CHANGED_RULES),
      /** What would differ with the new rule, in sentences; empty where nothing of the monitor hangs on it as it is. */
      differences: 'string[]',
    },
    '[]',
  ],
})

/** Monitors that go by rules from before 0.6, which an upgrade leaves as they are. */
export const olderMonitorList = {
  'older-monitor.list': endpoint('GET /api/3/monitors/older-rules', {
    summary:
      'Lists the monitors that go by rules from before 0.6, newest first, with what the new rule would change for each',
    access: 'see',
    query: named,
    lists: 'data',
    answer: data(olderRow),
  }),
} as const
