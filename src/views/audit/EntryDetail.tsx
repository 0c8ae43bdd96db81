import { kindWords } from '../../domain/audit/audit-words.ts'
import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { formats } from '../parts/text/format.ts'
import { KeyValues } from '../parts/text/KeyValues.tsx'
import { Time } from '../parts/text/Time.tsx'
import { actorName } from './actor-words.ts'
import type { Entry } from './audit-entry.ts'
import classes from './audits.module.css'
import { ChangeRow } from './ChangeRow.tsx'

/** A text that people copy: an id, a hash. */
const Copied = ({ text, name }: { text: string; name: string }) => (
  <span className={classes.copied}>
    <span className="mono trunc" title={text}>
      {text}
    </span>
    <Act command="text.copy" args={{ text }} kind="ghost" size="small" icon="copy" iconOnly label={`Copy ${name}`} />
  </span>
)

/** All that an entry says: what was changed, and the circumstances. */
export const EntryDetail = ({ entry, withMore }: { entry: Entry; withMore: boolean }) => {
  const { actor, resource, changes } = entry
  return (
    <div className={classes.detail}>
      <div>
        {changes.length === 0 ? (
          <p className="muted">No stored data was changed.</p>
        ) : (
          <dl className={classes.changes}>
            {changes.map((change) => (
              <ChangeRow key={change.path} change={change} />
            ))}
          </dl>
        )}
      </div>
      <KeyValues
        items={[
          { name: 'When', value: <Time at={entry.time} as="full" /> },
          { name: 'Who', value: actorName(actor) },
          {
            name: `Id of the ${kindWords(actor.kind)}`,
            value: actor.id && <Copied text={actor.id} name={`the id of the ${kindWords(actor.kind)}`} />,
          },
          { name: 'From', value: entry.ip, mono: true },
          { name: 'With', value: entry.user_agent },
          { name: 'Action', value: entry.action, mono: true },
          {
            name: `Id of the ${kindWords(resource.type)}`,
            value: resource.id && <Copied text={resource.id} name={`the id of the ${kindWords(resource.type)}`} />,
          },
          { name: 'Request', value: <Copied text={entry.request_id} name="the request’s id" /> },
          { name: 'Entry', value: <Copied text={entry.id} name="the entry’s id" /> },
          { name: 'Position in the chain', value: formats.count(entry.number) },
          { name: 'Hash', value: <Copied text={entry.hash} name="the hash" /> },
          ...(withMore && resource.id !== '' && entry.project_id !== null
            ? [
                {
                  name: 'More',
                  value: (
                    <Go to="audit-of-resource" params={{ resourceId: resource.id }}>
                      All entries for this object {kindWords(resource.type)}
                    </Go>
                  ),
                },
              ]
            : []),
        ]}
      />
    </div>
  )
}
