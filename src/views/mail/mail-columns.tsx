import { formats } from '../parts/format.ts'
import { Go } from '../parts/Go.tsx'
import { Named } from '../parts/Named.tsx'
import { Time } from '../parts/Time.tsx'
import type { Column } from '../parts/table-column.ts'
import { MailOutcome } from './MailOutcome.tsx'
import { kindWords, type Mail } from './mail-words.ts'

/** What the outbox tells of each mail; its name opens it. */
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
  { id: 'status', head: 'What became of it', cell: (mail) => <MailOutcome mail={mail} /> },
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
