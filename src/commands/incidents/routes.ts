import { route } from '../core/route.ts'

/** Incidents, and the public report of one. */
export const incidentRoutes = {
  incidents: route({ path: '/incidents/', title: 'Incidents', keys: 'g x' }),
  incident: route({ path: '/incidents/{incidentId}', title: 'Incident' }),
  'public-incident': route({
    path: '/incident/{incidentId}',
    title: 'Incident report',
    flags: ['noAuthOk', 'noProjectOk'],
    words: null,
  }),
}
