import { type ReactNode, useEffect, useRef } from 'react'
import { type FormProblem, problemAt } from '../kit/form/field-errors.ts'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Problem } from '../parts/form/Field.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { Select, type SelectOption } from '../parts/form/Select.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import { Card } from '../parts/text/Card.tsx'
import classes from './objectives.module.css'

type Options = readonly (SelectOption | { readonly group: string; readonly options: readonly SelectOption[] })[]

/** Draws the controls of a row with its errors; `at` is the row's path. */
export type RowControls = {
  choice(
    name: string,
    label: string,
    of: { value: string; options: Options; onValue: (value: string) => void },
  ): ReactNode
  text(
    name: string,
    label: string,
    of: {
      value: string
      onValue: (value: string) => void
      numeric?: boolean
      placeholder?: string
      maxLength?: number
    },
  ): ReactNode
}

type ControlsOf = {
  readonly at: string
  readonly noun: string
  readonly index: number
  readonly problems: readonly FormProblem[]
  readonly onLeave: (field: string) => void
}

const controlsOf = ({ at, noun, index, problems, onLeave }: ControlsOf): RowControls => {
  const bound = (name: string, label: string) => {
    const field = `${at}.${name}`
    const id = fieldId(field)
    const invalid = problemAt(problems, field) !== undefined
    return {
      id,
      label: `${label} of ${noun} ${index + 1}`,
      invalid,
      onLeave: () => onLeave(field),
      ...(invalid && { describedBy: `${id}-error` }),
    }
  }
  return {
    choice: (name, label, of) => <Select {...bound(name, label)} {...of} />,
    text: (name, label, { numeric, ...of }) => (
      <TextInput {...bound(name, label)} {...of} inputMode={numeric ? 'decimal' : 'text'} autoComplete="off" />
    ),
  }
}

type SloRowsProps<Row> = {
  readonly title: string
  /** `objective` */
  readonly noun: string
  /** The field of the form. */
  readonly field: 'objectives' | 'thresholds'
  readonly empty: string
  readonly heads: readonly string[]
  readonly rows: readonly Row[]
  readonly fresh: Row
  readonly problems: readonly FormProblem[]
  readonly onRows: (rows: readonly Row[]) => void
  readonly onLeave: (field: string) => void
  /** The controls of a row, one for each head. */
  readonly cells: (row: Row, controls: RowControls, change: (row: Row) => void) => readonly ReactNode[]
  /** The line below a row, such as its attainment. */
  readonly reading: (row: Row) => ReactNode
}

/** Rows of a form as a table with a button that adds one. */
export const SloRows = <Row extends object>(props: SloRowsProps<Row>) => {
  const { title, noun, field, empty, heads, rows, fresh, problems, onRows, onLeave, cells, reading } = props
  const wanted = useRef<string | null>(null)
  // A new row takes the focus. Removing one would lose it, so the row that takes its place has it, or the button that adds one.
  useEffect(() => {
    if (wanted.current !== null) document.getElementById(wanted.current)?.focus()
    wanted.current = null
  })
  const addId = `${field}-add`
  const add = () => {
    wanted.current = fieldId(`${field}[${rows.length}].metric`)
    onRows([...rows, fresh])
  }
  const remove = (index: number) => {
    const next = rows.filter((_, at) => at !== index)
    wanted.current = next.length === 0 ? addId : fieldId(`${field}[${Math.min(index, next.length - 1)}].metric`)
    onRows(next)
  }
  const whole = problemAt(problems, field)
  return (
    <Card title={title} sub={rows.length === 0 ? 'none' : `${rows.length}`}>
      <div className="stack">
        {rows.length === 0 && <p className="muted">{empty}</p>}
        {rows.length > 0 && (
          <ul className={classes.rows}>
            {rows.map((row, index) => {
              const at = `${field}[${index}]`
              const controls = controlsOf({ at, noun, index, problems, onLeave })
              const found = problems.filter((problem) => problem.field.startsWith(`${at}.`))
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity before they are stored
                <li key={index} className={classes.row} aria-label={`${noun} ${index + 1}`}>
                  <div className={classes.cells}>
                    {cells(row, controls, (changed) => onRows(rows.with(index, changed))).map((cell, place) => (
                      <div key={heads[place]} className={classes.cell} data-head={heads[place]?.toLowerCase()}>
                        <span className={classes.head} aria-hidden>
                          {heads[place]}
                        </span>
                        {cell}
                      </div>
                    ))}
                    <span className={classes.remove}>
                      <FormButton
                        kind="ghost"
                        size="small"
                        icon="trash"
                        iconOnly
                        label={`Remove ${noun} ${index + 1}`}
                        onPress={() => remove(index)}
                      />
                    </span>
                  </div>
                  {found.map(({ field: name, message }) => (
                    <Problem key={name} id={`${fieldId(name)}-error`}>
                      {message}
                    </Problem>
                  ))}
                  {found.length === 0 && <div className={classes.reading}>{reading(row)}</div>}
                </li>
              )
            })}
          </ul>
        )}
        {whole !== undefined && (
          <Problem id={fieldId(field)} focusable>
            {whole}
          </Problem>
        )}
        <p className="row">
          <FormButton id={addId} kind="ghost" size="small" icon="plus" label={`Add ${noun}`} onPress={add} />
        </p>
      </div>
    </Card>
  )
}
