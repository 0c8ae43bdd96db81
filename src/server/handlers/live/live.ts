import type { live as liveEndpoints } from '../../../contract/live/live.ts'
import { holds } from '../../../domain/core/access.ts'
import type { HandlersOf } from '../../http/context.ts'
import { Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'

/** A stream ends when its browser closes it: there is no telling when, so that whoever waits looks again now and then. */
const AGAIN_AFTER_S = 30

const tooMany = {
  server: new Refusal(503, 'unavailable', 'This server has as many live streams as it can bear; try again later.'),
  project: refusal('The people and programs of this project have'),
  caller: refusal('You have'),
} as const

function refusal(who: string): Refusal {
  return new Refusal(
    429,
    'too_many_requests',
    `${who} as many live streams open as this server allows: close one, or try again in ${AGAIN_AFTER_S} seconds.`,
    { retryAfterSeconds: AGAIN_AFTER_S },
  )
}

export const liveHandlers = ({ live }: Services): HandlersOf<typeof liveEndpoints> => ({
  'live.events': async ({ query }, { project, level, actor, line, signal }) => {
    const stream = await live.open({
      projectKey: project.key,
      caller: actor,
      sight: holds(level, 'inspect') ? 'whole' : 'summary',
      lastEventId: line.lastEventId ?? query.last_event_id ?? null,
      isStillAdmitted: line.isStillAdmitted,
      hangUp: line.hangUp,
      signal,
    })
    return typeof stream === 'string' ? tooMany[stream] : stream
  },
})
