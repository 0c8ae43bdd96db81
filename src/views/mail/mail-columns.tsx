import { Go } from '../parts/act/Go.tsx'
import type { Column } from '../parts/table/table-column.ts'
import { formats } from '../parts/text/format.ts'
import { Named } from '../parts/text/Named.tsx'
import { Time } from '../parts/text/Time.tsx'
import { MailOutcome } from './MailOutcome.tsx'
import { kindWords, type Mail } from './mail-words.ts'

/** Columns of the outbox; the recipient opens the mail. */
export const mailColumns: readonly Column<Mail>[] = [
  {
    id: 'to',
    head: 'Mail',
    names: true,
    grows: true,
    cell: ({ id, to, subject, kind }) => (
      <Named below={<span className="trunc">{subject ?? kindWords(kind)}</span>}>
        <Go to="mail" params={{ mailId: id }}>
          {to}
        </Go>
      </Named>
    ),
  },
  { id: 'kind', head: 'Why', hide: 'm', cell: ({ kind }) => <span className="sec">{kindWords(kind)}</span> },
  { id: 'status', head: 'Status', cell: (mail) => <MailOutcome mail={mail} /> },
  {
    id: 'tries',
    head: 'Tries',
    align: 'end',
    hide: 't',
    cell: ({ tries }) => <span className={tries > 1 ? undefined : 'muted'}>{formats.count(tries)}</span>,
  },
  {
    id: 'created',
    head: 'Written',
    align: 'end',
    hide: 's',
    cell: ({ created }) => (
      <span className="sec">
        <Time at={created} />
      </span>
    ),
  },
]
