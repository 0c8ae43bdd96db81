import { entryWords, kindWords } from '../../domain/audit/audit-words.ts'
import { Act } from '../parts/act/Act.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { Named } from '../parts/text/Named.tsx'
import { Time } from '../parts/text/Time.tsx'
import { actorName, actorNote } from './actor-words.ts'
import type { Entry } from './audit-entry.ts'
import classes from './audits.module.css'
import { EntryResource } from './EntryResource.tsx'

type Options = {
  /** Entries of many things: each says which it is of. */
  readonly withResource: boolean
  readonly isOpen: (id: string) => boolean
}

/** The columns of the audit log. */
export const auditColumns = ({ withResource, isOpen }: Options): readonly Column<Entry>[] => [
  {
    id: 'expand',
    head: 'Changes',
    spoken: true,
    slim: true,
    cell: (entry) => (
      <Act
        command="audit.expand"
        args={{ entry: entry.id }}
        kind="ghost"
        size="small"
        icon={isOpen(entry.id) ? 'chevron-down' : 'chevron-right'}
        iconOnly
        label={`What was changed: ${entry.action}${entry.resource.name ? ` ${entry.resource.name}` : ''}`}
        aria={{ 'aria-expanded': isOpen(entry.id) }}
      />
    ),
  },
  { id: 'time', head: 'Time', names: true, hide: 's', cell: ({ time }) => <Time at={time} /> },
  {
    id: 'who',
    head: 'Who',
    hide: 's',
    cell: ({ actor }) => <Named below={actorNote(actor) ?? undefined}>{actorName(actor)}</Named>,
  },
  {
    id: 'action',
    head: 'Action',
    hide: 't',
    cell: ({ action }) => <span className="mono sec">{action}</span>,
  },
  ...(withResource
    ? [
        {
          id: 'resource',
          head: 'Done to',
          hide: 's' as const,
          cell: (entry: Entry) => (
            <Named below={kindWords(entry.resource.type)}>
              <EntryResource entry={entry} />
            </Named>
          ),
        },
      ]
    : []),
  {
    id: 'summary',
    head: 'What',
    grows: true,
    cell: (entry) => (
      <>
        {entryWords(entry)}
        <span className={classes.circumstances}>
          {withResource && entry.resource.name !== null && `${entry.resource.name} · `}
          {actorName(entry.actor)} · <Time at={entry.time} />
        </span>
      </>
    ),
  },
]
