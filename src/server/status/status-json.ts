import type { Shape } from '../../contract/core/endpoint.ts'
import type { publicStatus } from '../../contract/status/status-page.ts'
import { formatTime } from '../../domain/core/wire-time.ts'
import type { PublicIncident } from './public-incidents.ts'
import type { Status } from './put-together.ts'

/** The public address of a status page. */
export const pageAddress = (url: string, slug: string): string => `${url}/status/${slug}`

/** The public address of an incident. */
export const incidentAddress = (url: string, id: string): string => `${url}/incident/${id}`

/** A status page as JSON. `url`: the address of the installation. */
export const statusJson = (status: Status, url: string): Shape<typeof publicStatus> => {
  const { doc, slug, components, incidents, state, sentence, updated } = status
  const rowOf = ({ id, title, began, ended, updates }: PublicIncident) => ({
    url: incidentAddress(url, id),
    title,
    began: formatTime(began),
    ended: ended === null ? null : formatTime(ended),
    updates: updates.map(({ time, state, text }) => ({ time: formatTime(time), state, text })),
  })
  return {
    page: {
      title: doc.title,
      description: doc.description,
      url: pageAddress(url, slug),
      home_url: doc.home_url,
      updated: formatTime(updated),
    },
    status: { state, sentence },
    components: components.map(({ group, name, description, state, maintenance, availability, days }) => ({
      group: group === '' ? null : group,
      name,
      description,
      state,
      maintenance: maintenance.map(({ begins, ends }) => ({ begins: formatTime(begins), ends: formatTime(ends) })),
      availability,
      days: days.map((day) => ({ day: dayOf(day.start), availability: day.availability })),
    })),
    open_incidents: incidents.filter(({ ended }) => ended === null).map(rowOf),
    past_incidents: incidents.filter(({ ended }) => ended !== null).map(rowOf),
  }
}

/** A day of UTC as `2026-01-05`. */
const dayOf = (start: number): string => formatTime(start).slice(0, 10)
