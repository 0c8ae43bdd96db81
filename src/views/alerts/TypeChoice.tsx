import { useRef, useState } from 'react'
import { OFFERED_TYPE_IDS, WEBHOOK_TYPES, type WebhookTypeId } from '../../domain/alerts/webhook-types.ts'
import { useSearchFocus } from '../kit/list/use-search-focus.ts'
import { Go } from '../parts/act/Go.tsx'
import { Form } from '../parts/form/Form.tsx'
import { SearchInput } from '../parts/form/TextInput.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import classes from './TypeChoice.module.css'
import { TypeGlyph } from './TypeGlyph.tsx'
import { useArrowKeys } from './use-arrow-keys.ts'
import { GROUPS } from './webhook-type.ts'

const matches = (id: WebhookTypeId, sought: string): boolean => {
  const { title, description, group } = WEBHOOK_TYPES[id]
  const words = `${id} ${title} ${description} ${group}`.toLowerCase()
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word))
}

/** All ways of being told, to choose one: Enter takes the first that is found, arrows walk from card to card. */
export const TypeChoice = ({ monitorId }: { monitorId: string }) => {
  const [sought, setSought] = useState('')
  const grid = useRef<HTMLDivElement>(null)
  useSearchFocus()
  useArrowKeys(grid)
  const found = OFFERED_TYPE_IDS.filter((id) => matches(id, sought))
  const search = { monitor: monitorId }
  return (
    <>
      <PageHead title="New alert" lead="Where should alerts go?" />
      <div ref={grid} className="stack">
        <Form command="webhook.new" args={{ type: found[0], monitor: monitorId || undefined }} label="Find a type">
          <SearchInput label="Find a type" placeholder="Mail, Slack, incident…" value={sought} onValue={setSought} />
        </Form>
        {found.length === 0 && (
          <p className="muted">No matching type. A webhook reaches any service that accepts JSON over HTTP.</p>
        )}
        {GROUPS.map(({ id: group, title }) => {
          const own = found.filter((id) => WEBHOOK_TYPES[id].group === group)
          if (own.length === 0) return null
          return (
            <section key={group} className={classes.group} aria-label={title}>
              <h2>{title}</h2>
              <ul className={classes.cards}>
                {own.map((id) => (
                  <li key={id}>
                    <Go to="new-webhook" search={{ type: id, ...search }} className={classes.card} current={false}>
                      <TypeGlyph type={id} />
                      <span className={classes.words}>
                        <b className="strong">{WEBHOOK_TYPES[id].title}</b>
                        <span>{WEBHOOK_TYPES[id].description}</span>
                      </span>
                    </Go>
                  </li>
                ))}
              </ul>
            </section>
          )
        })}
      </div>
    </>
  )
}
