import { Command } from 'cmdk'
import { memo, type ReactNode, useLayoutEffect, useRef } from 'react'
import type { Ranges } from '../../commands/core/line/match.ts'
import type { Suggestion, SuggestionGroup } from '../../commands/core/line/suggestion.ts'
import { Kbd } from '../parts/act/Kbd.tsx'
import { type Category, categoryWords } from '../parts/text/category.ts'
import { Icon } from '../parts/text/Icon.tsx'
import { isIcon } from '../parts/text/icons.ts'
import { StatusShape } from '../parts/text/StatusShape.tsx'
import classes from './Console.module.css'

type ChoicesProps = {
  groups: readonly SuggestionGroup[]
  inLine: boolean
  /** The field always references a list, so an empty one is rendered when there is nothing to choose. */
  isHidden: boolean
  label: string
  empty: string
  /** The choice with the cursor. The rows read it from cmdk, which needs them to be drawn with it: it looks for the marked one then. */
  chosen: string
  onChoose: (chosen: Suggestion) => void
}

const List = (props: ChoicesProps) => {
  const list = useRef<HTMLDivElement>(null)
  const isEmpty = props.groups.length === 0
  // The package makes it a list box that the field controls, even without a choice.
  useLayoutEffect(() => {
    list.current?.setAttribute('role', isEmpty ? 'status' : 'listbox')
    list.current
      ?.closest('[role=dialog]')
      ?.querySelector('[role=combobox]')
      ?.setAttribute('aria-expanded', String(!isEmpty))
  }, [isEmpty])
  return (
    <Command.List
      ref={list}
      className={props.isHidden ? 'sr' : (classes.choices ?? '')}
      label={props.label}
      // Pressing an item must not move focus out of the field.
      onMouseDown={(event) => event.preventDefault()}
    >
      {!props.isHidden && props.empty !== '' && <Command.Empty className={classes.empty}>{props.empty}</Command.Empty>}
      {props.groups.map(({ title, items }) => (
        <Command.Group key={title} heading={title} className={classes.group}>
          {items.map((each) => (
            <Command.Item
              key={each.id}
              value={each.id}
              className={classes.choice}
              onSelect={() => props.onChoose(each)}
            >
              <Mark {...each} />
              <Words {...each} inLine={props.inLine} />
              <span className={classes.end}>
                {each.end && <span>{each.end}</span>}
                {each.keys && <Kbd keys={each.keys} />}
              </span>
            </Command.Item>
          ))}
        </Command.Group>
      ))}
    </Command.List>
  )
}

/** List of choices, drawn again only when they change. A line shows the typed form first, a step the title. */
export const Choices = memo(List)

const isCategory = (name: string): name is Category => Object.hasOwn(categoryWords, name)

const Mark = ({ category, icon }: Suggestion) => {
  if (category && isCategory(category)) return <StatusShape category={category} label={categoryWords[category]} />
  return <Icon name={icon && isIcon(icon) ? icon : 'chevron-right'} />
}

const Words = ({ label, ranges, code, codeRanges, note, inLine }: Suggestion & { inLine: boolean }) => {
  const hasCode = code !== null && code !== label
  const name = marked(label, ranges)
  return (
    <span className={classes.cut}>
      {inLine && hasCode ? marked(code, codeRanges) : name}{' '}
      {hasCode && <span className={classes.grey}>{inLine ? name : <code>{marked(code, codeRanges)}</code>}</span>}
      {note && <span className={classes.grey}>{note}</span>}
    </span>
  )
}

/** Text with its matched characters marked. */
const marked = (text: string, ranges: Ranges): ReactNode => {
  if (ranges.length === 0) return text
  const pieces: ReactNode[] = []
  let at = 0
  for (const [from, to] of ranges) {
    pieces.push(text.slice(at, from), <mark key={from}>{text.slice(from, to)}</mark>)
    at = to
  }
  pieces.push(text.slice(at))
  return pieces
}
