import { holds } from '../../domain/access.ts'
import type { Handlers } from '../http/context.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from '../services.ts'

export const liveHandlers = ({ live }: Services): Pick<Handlers, 'live.events'> => ({
  'live.events': async ({ query }, { project, level, line, signal }) => {
    const stream = await live.open({
      projectKey: project.key,
      sight: holds(level, 'inspect') ? 'whole' : 'summary',
      lastEventId: line.lastEventId ?? query.last_event_id ?? null,
      isStillAdmitted: line.isStillAdmitted,
      hangUp: line.hangUp,
      signal,
    })
    return (
      stream ?? new Refusal(503, 'unavailable', 'This server has as many live streams as it can bear; try again later.')
    )
  },
})
