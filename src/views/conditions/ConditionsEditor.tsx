import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { NumericTexts } from '../../domain/conditions/comparison.ts'
import { withIds } from '../../domain/conditions/condition-ids.ts'
import type { Verdict } from '../../domain/conditions/conditions.ts'
import type { Condition } from '../../domain/conditions/operators.ts'
import { GROUPS, type Group } from '../../domain/conditions/sources.ts'
import { moved } from '../../domain/core/moved.ts'
import { type FormProblem, problemAt } from '../kit/form/field-errors.ts'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Checkbox } from '../parts/form/Checkbox.tsx'
import { Problem } from '../parts/form/Field.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { Card } from '../parts/text/Card.tsx'
import { ConditionItem } from './ConditionItem.tsx'
import { copyOf, newCondition } from './condition-form.ts'
import type { ConditionProps } from './condition-props.ts'
import { sentenceOf } from './condition-words.ts'
import classes from './conditions.module.css'
import { NumericTextsField } from './NumericTextsField.tsx'

/** Values of a list of conditions and how they are changed. */
export type ConditionsControl = {
  readonly conditions: readonly Condition[]
  readonly problems: readonly FormProblem[]
  readonly onConditions: (conditions: readonly Condition[]) => void
  readonly onLeave: (field: string) => void
}

type ConditionsEditorProps = ConditionsControl & {
  /** Absent where conditions of a project are edited. */
  readonly breakOnFail?: boolean
  readonly onBreakOnFail?: (breakOnFail: boolean) => void
  readonly numericTexts: NumericTexts
  readonly onNumericTexts: (numericTexts: NumericTexts) => void
  readonly groups?: readonly Group[]
  readonly isOfProject?: boolean
  /** Verdicts on the response beside, by the id of the condition. */
  readonly verdicts?: ReadonlyMap<string, Verdict>
  /** Title of the card. */
  readonly title?: string
  /** Says what happens without any condition. */
  readonly empty?: ReactNode
  /** Above the list. */
  readonly above?: ReactNode
  /** Heads of columns, where there are conditions. */
  readonly heads?: ReactNode
  /** Controls that stand for a condition's sentence; null where the sentence fits better. */
  readonly face?: (props: ConditionProps) => ReactNode
  /** Fills in a new condition. */
  readonly onNew?: (groups: readonly Group[]) => Condition
  /** Gives new conditions ids. */
  readonly nameNew?: (conditions: readonly Condition[]) => readonly Condition[]
}

type Removed = { readonly condition: Condition; readonly index: number }

const USUAL = 'Without conditions the status code decides: 2xx passes, 3xx and 4xx are a warning, 5xx fails.'

/** Focuses a control, or the first field within a condition. */
const focusWithin = (id: string): void => {
  const element = document.getElementById(id)
  const field = element?.querySelector<HTMLElement>('input:not([type="checkbox"]), select')
  ;(element?.matches('fieldset') ? field : element)?.focus()
}

const keyOf = ({ id }: Condition, index: number): string => id ?? `#${index}`
const hasProblem = (problems: readonly FormProblem[], index: number): boolean =>
  problems.some(({ field }) => field.startsWith(`conditions[${index}].`))

/** Conditions as sentences that unfold to be edited, with what each says of the response beside them. */
export const ConditionsEditor = (props: ConditionsEditorProps) => {
  const {
    breakOnFail,
    problems,
    onBreakOnFail,
    onLeave,
    title = 'Conditions',
    empty = USUAL,
    above,
    heads,
    face,
  } = props
  const { groups = GROUPS, isOfProject = false, verdicts, onNew = newCondition, nameNew = withIds } = props
  const conditions = nameNew(props.conditions)
  const count = conditions.length
  const [open, setOpen] = useState<ReadonlySet<string>>(
    // A single condition needs no overview.
    () => new Set(count === 1 && !face ? conditions.map(keyOf) : []),
  )
  const [removed, setRemoved] = useState<Removed | null>(null)
  const wanted = useRef<string | null>(null)
  // Conditions that are added or moved take the focus.
  useEffect(() => {
    if (wanted.current !== null) focusWithin(wanted.current)
    wanted.current = null
  })
  const unfold = (key: string, isOpen: boolean) =>
    setOpen(new Set(isOpen ? [...open, key] : [...open].filter((each) => each !== key)))
  const change = (next: readonly Condition[], focus?: string) => {
    wanted.current = focus ?? null
    props.onConditions(next)
  }
  const insert = (condition: Condition, at: number, isOpen: boolean) => {
    setRemoved(null)
    const next = nameNew(conditions.toSpliced(at, 0, condition))
    // One with controls of its own in the row needs not be unfolded.
    const isFaced = face?.({ ...blank, condition, index: at }) != null
    if (isOpen && !isFaced) unfold(keyOf(next[at] ?? condition, at), true)
    change(next, fieldId(`conditions[${at}]`) + (isFaced ? '' : isOpen ? '-source' : '-fold'))
  }
  const blank = { problems, groups, isOfProject, onLeave, onChange: () => {} }
  // Heads of columns say nothing above sentences alone.
  const hasFaces = conditions.some((condition, index) => face?.({ ...blank, condition, index }) != null)
  const remove = (index: number) => {
    const condition = conditions[index]
    if (!condition) return
    change(
      conditions.filter((_, at) => at !== index),
      'conditions-undo',
    )
    setRemoved({ condition, index })
  }
  return (
    <Card title={<span id="conditions">{title}</span>} sub={count === 0 ? 'none' : `${count}`}>
      <div className="stack">
        {above}
        {count === 0 ? <p className="muted">{empty}</p> : hasFaces && heads}
        <div className={classes.conditions} data-sort-list>
          {conditions.map((condition, index) => {
            const key = keyOf(condition, index)
            const onChange = (changed: Condition) => change(conditions.with(index, changed))
            const own: ConditionProps = { ...blank, condition, index, onChange }
            return (
              <ConditionItem
                key={key}
                {...own}
                count={count}
                open={open.has(key) || (hasProblem(problems, index) && !face?.(own))}
                verdict={hasProblem(problems, index) ? null : (verdicts?.get(key) ?? null)}
                face={face?.(own)}
                onOpen={(isOpen) => unfold(key, isOpen)}
                onMove={(to, isByKey) =>
                  change(moved(conditions, index, to), isByKey ? `${fieldId(`conditions[${to}]`)}-handle` : undefined)
                }
                onCopy={() => insert(copyOf(condition), index + 1, true)}
                onRemove={() => remove(index)}
              />
            )
          })}
        </div>
        {removed && (
          <p className={classes.removed} role="status">
            <span>Condition removed: {sentenceOf(removed.condition)}</span>
            <FormButton
              id="conditions-undo"
              kind="secondary"
              size="small"
              icon="reload"
              label="Undo"
              onPress={() => insert(removed.condition, Math.min(removed.index, count), false)}
            />
          </p>
        )}
        <p className="row">
          <FormButton
            kind="ghost"
            size="small"
            icon="plus"
            label="Add condition"
            onPress={() => insert(onNew(groups), count, true)}
          />
        </p>
        {problemAt(problems, 'conditions') !== undefined && (
          <Problem id={fieldId('conditions')} focusable>
            {problemAt(problems, 'conditions')}
          </Problem>
        )}
        {count > 1 && onBreakOnFail && (
          <Checkbox
            checked={breakOnFail === true}
            onValue={onBreakOnFail}
            hint="They are checked in this order: status code, size, headers, body, latency."
          >
            Stop after the first failed condition
          </Checkbox>
        )}
        <NumericTextsField conditions={conditions} value={props.numericTexts} onValue={props.onNumericTexts} />
      </div>
    </Card>
  )
}
