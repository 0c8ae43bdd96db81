import { kindWords } from '../../domain/audit/audit-words.ts'
import { joinedBy } from '../core/joined-pages.ts'
import { serverValue } from '../kit/list/choice-filter.ts'
import { defineList, type List } from '../kit/list/list.ts'
import { timeRange } from '../kit/list/time-filter.ts'
import { actorName } from './actor-words.ts'
import type { Entry } from './audit-entry.ts'

/** Audit entries of a project, of one thing in it, of an organization, or of the installation. */
export type AuditListName =
  | 'audit.list'
  | 'audit.list-of-resource'
  | 'audit.list-of-organization'
  | 'audit.list-of-installation'

/** Newest first; at the same moment the one written later. */
const newestFirst = (a: Entry, b: Entry): number => (a.time === b.time ? b.number - a.number : a.time < b.time ? 1 : -1)

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const auditListOf = (endpoint: AuditListName): List<AuditListName> =>
  defineList<AuditListName>(endpoint, {
    kind: 'audit-entry',
    one: 'entry',
    many: 'entries',
    label: 'Audit log',
    rowId: ({ id }) => id,
    rowName: ({ action, resource, time }) => `${action} ${resource.name ?? ''}, ${time}`,
    query: { limit: 100 },
    older: { command: 'audit.older', join: joinedBy(newestFirst) },
    filters: [
      serverValue({
        name: 'actor',
        label: 'Who',
        options: (rows: readonly Entry[]) =>
          rows.flatMap(({ actor }) => (actor.id === null ? [] : [{ value: actor.id, label: actorName(actor) }])),
        asks: (actor) => ({ actor }),
      }),
      serverValue({
        name: 'action',
        label: 'Action',
        options: (rows: readonly Entry[]) => rows.map(({ action }) => ({ value: action, label: action })),
        asks: (action) => ({ action }),
      }),
      ...(endpoint === 'audit.list-of-resource'
        ? []
        : [
            serverValue({
              name: 'type',
              label: 'Done to',
              options: (rows: readonly Entry[]) =>
                rows.map(({ resource: { type } }) => ({ value: type, label: capital(kindWords(type)) })),
              asks: (type) => ({ type }),
            }),
          ]),
      timeRange({
        words: (from, to) => `${from || '…'} to ${to || 'now'}`,
        asks: (range) => range,
      }),
    ],
    empty: {
      title: 'Nothing was changed yet',
      text: 'Every change adds an entry here: who changed what, when and from where. Entries are never changed or removed, and each one confirms the entry before it.',
      line: 'new monitor',
      ...(endpoint === 'audit.list' && {
        acts: [{ command: 'open.new-monitor', args: { monitor: 'new' }, label: 'Add a monitor' }],
      }),
    },
  })

/** Audit lists by what they cover. */
export const auditLists = {
  project: auditListOf('audit.list'),
  resource: auditListOf('audit.list-of-resource'),
  organization: auditListOf('audit.list-of-organization'),
  installation: auditListOf('audit.list-of-installation'),
} as const
