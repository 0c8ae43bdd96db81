import { kind, listed, namedBy } from '../core/kind-row.ts'

/** Incidents. */
export const incidentKinds = {
  incident: kind({
    noun: ['incident', 'incidents'],
    icon: 'incident',
    parameter: 'incidentId',
    list: listed('incident.list', { query: { limit: 200 } }, ({ data }) =>
      data.map(({ id, title, state, published }) => ({
        id,
        name: title,
        note: `${state}${published === null ? '' : ', public'}`,
      })),
    ),
    naming: namedBy(
      'incident.read',
      (id) => ({ params: { id } }),
      ({ title }) => title,
    ),
    routes: { list: 'incidents', one: 'incident', make: null, edit: null },
  }),
}
