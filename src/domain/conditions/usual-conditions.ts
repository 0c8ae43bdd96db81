import type { condition } from '../../contract/conditions/conditions.ts'
import type { Shape } from '../../contract/core/endpoint.ts'

/** The conditions of a monitor that people make, whether in a form, by a line or with an assistant: an answer that is no success fails. */
export const USUAL_CONDITIONS: readonly Shape<typeof condition>[] = [
  { source: 'http_code', condition: 'in', val: '2xx' },
]
