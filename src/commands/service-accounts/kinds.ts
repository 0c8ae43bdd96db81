import { kind, noRoutes } from '../core/kind-row.ts'

/** Service accounts of organizations. */
export const serviceAccountKinds = {
  'service-account': kind({
    noun: ['service account', 'service accounts'],
    icon: 'key',
    parameter: null,
    named: 'by any text',
    // They are listed by organization, and a line names none.
    list: null,
    naming: null,
    routes: noRoutes,
  }),
}
