import { useRef, useState } from 'react'
import { OFFERED_TYPE_IDS, WEBHOOK_TYPES, type WebhookTypeId } from '../../domain/alerts/webhook-types.ts'
import { useSearchFocus } from '../kit/list/use-search-focus.ts'
import { LinkTo } from '../parts/act/Go.tsx'
import type { LinkTarget } from '../parts/act/links.ts'
import { Form } from '../parts/form/Form.tsx'
import { SearchInput } from '../parts/form/TextInput.tsx'
import classes from './TypeChoice.module.css'
import { TypeGlyph } from './TypeGlyph.tsx'
import { useArrowKeys } from './use-arrow-keys.ts'
import { GROUPS } from './webhook-type.ts'

const matches = (id: WebhookTypeId, sought: string): boolean => {
  const { title, description, group } = WEBHOOK_TYPES[id]
  const names = GROUPS.filter((each) => each.id === group).map((each) => each.title)
  const words = `${id} ${title} ${description} ${group} ${names}`.toLowerCase()
  return sought
    .toLowerCase()
    .split(/\s+/)
    .every((word) => words.includes(word))
}

type TypeChoiceProps = {
  /** Opens the form for a type; Enter runs it for the first type found. */
  readonly command: 'webhook.new' | 'webhook.change-type'
  readonly args: Readonly<Record<string, string | undefined>>
  /** Link of a card. */
  readonly linkTo: (id: WebhookTypeId) => LinkTarget
}

/** All channels, to choose one: Enter takes the first that is found, arrows walk from card to card. */
export const TypeChoice = ({ command, args, linkTo }: TypeChoiceProps) => {
  const [sought, setSought] = useState('')
  const grid = useRef<HTMLDivElement>(null)
  useSearchFocus()
  useArrowKeys(grid)
  const found = OFFERED_TYPE_IDS.filter((id) => matches(id, sought))
  return (
    <div ref={grid} className="stack">
      <Form command={command} args={{ ...args, type: found[0] }} label="Find a type">
        <SearchInput label="Find a type" placeholder="Mail, Slack, phone…" value={sought} onValue={setSought} />
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
                  <LinkTo {...linkTo(id)} className={classes.card} current={false}>
                    <TypeGlyph type={id} />
                    <span className={classes.words}>
                      <b className="strong">{WEBHOOK_TYPES[id].title}</b>
                      <span>{WEBHOOK_TYPES[id].description}</span>
                    </span>
                  </LinkTo>
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}
