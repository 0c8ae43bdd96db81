import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import { StatusShape } from '../text/StatusShape.tsx'
import classes from './ErrorSummary.module.css'
import { leadToField } from './lead-to-field.ts'

export type SummaryProblem = {
  /** The id of the control. */
  readonly id: string
  /** "Address: enter a valid web address" */
  readonly text: string
}

type ErrorSummaryProps = {
  problems: readonly SummaryProblem[]
  /** Counts refused saves: the summary takes the focus and scrolls into view with each, and is hidden before the first. */
  attempt: number
  /** In place of "Three fields need attention. Nothing was saved." */
  title?: string | undefined
}

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten']
const titleOf = (count: number): string =>
  `${NUMBERS[count] ?? count} ${count === 1 ? 'field needs' : 'fields need'} attention. Nothing was saved.`

/** One line per field: its first error, as the control itself shows. */
const oneEach = (problems: readonly SummaryProblem[]): readonly SummaryProblem[] =>
  problems.filter(({ id }, index) => problems.findIndex((other) => other.id === id) === index)

const lead = (event: MouseEvent<HTMLAnchorElement>, id: string) => {
  // The browser's own jump would put the id into the address, in place of its filters and tabs.
  if (leadToField(id)) event.preventDefault()
}

/** Errors of a form after a failed save, each with a link to its field. */
export const ErrorSummary = ({ problems: all, attempt, title }: ErrorSummaryProps) => {
  const problems = oneEach(all)
  const box = useRef<HTMLDivElement>(null)
  const shown = problems.length > 0 || title !== undefined
  useLayoutEffect(() => {
    if (attempt === 0) return
    box.current?.focus({ preventScroll: true })
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [attempt])
  if (!shown || attempt === 0) return null
  return (
    <div ref={box} className={classes.summary} role="alert" tabIndex={-1}>
      <StatusShape category="FAIL" />
      <div>
        <strong>{title ?? titleOf(problems.length)}</strong>
        {problems.length > 0 && (
          <ul>
            {problems.map(({ id, text }) => (
              <li key={id}>
                <a href={`#${id}`} onClick={(event) => lead(event, id)}>
                  {text}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  )
}
