import type { AlertMessage } from './alert-message.ts'
import type { AlertPayload } from './alerting.ts'

/** Other monitors that a message names with their news. */
const MOST_NAMED = 10

const count = (number: number): string => `${number} more ${number === 1 ? 'monitor' : 'monitors'}`

/** The monitors of a message, as its title names them: "Checkout", or "Checkout and 2 more monitors". */
export const subjectWords = ({ call_meta, group }: Pick<AlertPayload, 'call_meta' | 'group'>): string =>
  group ? `${call_meta.name} and ${count(group.total - 1)}` : call_meta.name

type Grouped = Pick<AlertMessage, 'kind' | 'payload'>

/** The first sentence of a message about several monitors; empty for one. */
export const groupLead = ({ kind, payload: { group, result } }: Grouped): string[] => {
  if (!group) return []
  if (kind === 'recovery') return [`${group.total} monitors have recovered.`]
  return [`${group.total} monitors ${result === 'NO_DATA' ? 'have no data' : 'need attention'}.`]
}

/** The news of the other monitors, each as a sentence. */
export const groupNews = ({ payload: { group } }: Grouped): string[] => {
  if (!group) return []
  const named = group.others.slice(0, MOST_NAMED)
  const unnamed = group.total - 1 - named.length
  return [...named.map(({ text }) => text), ...(unnamed > 0 ? [`And ${count(unnamed)}.`] : [])]
}
