import { messageOf } from '../resource/failure.ts'
import { demandIn } from './demand.ts'

const errorOf = ({ event }: { event: { error: unknown } }) => ({ message: messageOf(event.error), cause: event.error })
/** Stores the failure. */
export const keepError = { type: 'keepError', params: errorOf } as const
/** Logs the failure. */
export const warn = { type: 'warn', params: errorOf } as const
const demandOfError = ({ event }: { event: { error: unknown } }) => ({ demand: demandIn(event.error) })
/** A project that cannot be opened because of a rule of its organization is closed until that is met. */
export const barring = {
  guard: { type: 'isDemand', params: demandOfError },
  target: '#projectSwitch.barred',
  actions: [{ type: 'keepBarred', params: demandOfError }, 'forgetCurrent', 'abortPending', 'clearCaches', 'clearNext'],
} as const
