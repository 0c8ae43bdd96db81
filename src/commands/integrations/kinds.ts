import { kind, noRoutes } from '../core/kind-row.ts'

/** Integrations of organizations. */
export const integrationKinds = {
  integration: kind({
    noun: ['integration', 'integrations'],
    icon: 'supplier',
    parameter: null,
    named: 'by any text',
    // They are listed by organization, and a line names none.
    list: null,
    naming: null,
    routes: noRoutes,
  }),
}
