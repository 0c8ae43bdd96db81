import type { incidents as incidentEndpoints } from '../../../contract/incidents/incidents.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import type { HandlersOf, HandlersPart } from '../../http/context.ts'
import { Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { pageAddress } from '../../status/status-json.ts'
import { listingPageOf } from '../../store/incidents/listing-page.ts'
import { publishedIncident } from '../../store/incidents/published-incidents.ts'
import { incidentSteps } from './incident-steps.ts'
import { incidentTimeline } from './incident-timeline.ts'
import { incidentRecords } from './incidents.ts'

/** The same answer for an incident that never was, and for one that is not published. */
const notPublic = new Refusal(404, 'not_found', 'There is no public report of such an incident.')

const timeOrNull = (ms: number | null): string | null => (ms === null ? null : formatTime(ms))

/** The public report of an incident: only what was published. */
const publicIncident = ({ url }: Pick<Services, 'url'>) =>
  ({
    'incident.public': async ({ params }, { db, now, exchange }) => {
      const found = await publishedIncident(db, params.id)
      if (!found) return notPublic
      exchange.response.setHeader('x-robots-tag', 'noindex')
      const page = await listingPageOf(db, found.id)
      const { id, title, state, impact, cause, begun, ended, monitors, updates, last_update } = found
      return {
        id,
        title,
        status: state,
        severity: impact,
        started: formatTime(begun),
        ended: timeOrNull(ended),
        cause,
        affected: monitors.map(({ name, since, until }) => ({
          name,
          since: formatTime(since),
          until: timeOrNull(until ?? ended),
        })),
        updates: updates.map(({ id: update, time, state: status, text }) => ({
          id: update,
          time: formatTime(time),
          status,
          text,
        })),
        stats: {
          duration_seconds: Math.max(0, Math.round(((ended ?? now) - begun) / 1000)),
          affected: monitors.length,
          updates: updates.length,
        },
        status_page: page && { title: page.title, url: pageAddress(url, page.slug) },
        last_update: formatTime(last_update),
      }
    },
  }) satisfies HandlersPart<typeof incidentEndpoints>

export const incidentHandlers = (services: Pick<Services, 'url'>): HandlersOf<typeof incidentEndpoints> => ({
  ...incidentRecords,
  ...incidentSteps,
  ...incidentTimeline,
  ...publicIncident(services),
})
