import type { live as liveEndpoints } from '../../../contract/live/live.ts'
import { holds } from '../../../domain/core/access.ts'
import { accountOf } from '../../access/caller.ts'
import type { HandlersOf } from '../../http/context.ts'
import { Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'

/** Suggested wait in seconds: streams end when browsers close them, which cannot be predicted. */
const RETRY_AFTER_S = 30

const tooMany = {
  server: new Refusal(503, 'unavailable', 'This server has reached its limit of live streams: try again later.'),
  project: refusal('This project has'),
  account: refusal('Your account has'),
  caller: refusal('You have'),
} as const

function refusal(who: string): Refusal {
  return new Refusal(
    429,
    'too_many_requests',
    `${who} reached the limit of open live streams: close one, or try again in ${RETRY_AFTER_S} seconds.`,
    { retryAfterSeconds: RETRY_AFTER_S },
  )
}

export const liveHandlers = ({ live }: Services): HandlersOf<typeof liveEndpoints> => ({
  'live.events': async ({ query }, { project, level, caller, actor, line, signal }) => {
    const stream = await live.open({
      projectKey: project.key,
      caller: actor,
      accountId: accountOf(caller),
      sight: holds(level, 'inspect') ? 'whole' : 'summary',
      lastEventId: line.lastEventId ?? query.last_event_id ?? null,
      isStillAdmitted: line.isStillAdmitted,
      hangUp: line.hangUp,
      signal,
    })
    return typeof stream === 'string' ? tooMany[stream] : stream
  },
})
