import { kind, noRoutes } from '../core/kind-row.ts'

/** Client certificates of organizations. */
export const certificateKinds = {
  certificate: kind({
    noun: ['certificate', 'certificates'],
    icon: 'lock',
    parameter: null,
    named: 'by any text',
    // They are listed by organization, and a line names none.
    list: null,
    naming: null,
    routes: noRoutes,
  }),
}
