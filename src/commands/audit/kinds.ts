import { kind, noRoutes } from '../core/kind-row.ts'

/** Entries of the audit log: a list shows them, and no command names one from elsewhere. */
export const auditKinds = {
  'audit-entry': kind({
    noun: ['audit entry', 'audit entries'],
    prompt: 'Which entry?',
    icon: 'audit',
    parameter: null,
    named: 'by any text',
    list: null,
    naming: null,
    routes: { ...noRoutes, list: 'audit' },
  }),
}
