import { useEffect, useId, useRef } from 'react'
import { MASK } from '../../../domain/secrets/masking.ts'
import { buttonClass } from '../act/button-kind.ts'
import { tip } from '../overlay/tip.ts'
import { classNames } from '../text/class-names.ts'
import { Icon } from '../text/Icon.tsx'
import { Checkbox } from './Checkbox.tsx'
import { Problem } from './Field.tsx'
import classes from './PairGrid.module.css'
import { PlaceholderInput } from './PlaceholderInput.tsx'
import { SecretToggle } from './SecretToggle.tsx'
import { TextInput } from './TextInput.tsx'

export type Pair = {
  readonly name: string
  readonly value: string
  /** Absent in every row: the rows have no boxes. */
  readonly enabled?: boolean | undefined
  /** A person marked the value as secret. */
  readonly secret?: boolean | undefined
}

/** Whether a pair is secret by its name, can be marked as secret, or never is. */
export type SecretRule = 'always' | 'optional' | 'never'

/** Error of a row, at its name or its value. */
export type PairProblem = { readonly row: number; readonly field: 'name' | 'value'; readonly message: string }

type PairGridProps = {
  /** Word for one row, in lower case: "header". */
  kind: string
  pairs: readonly Pair[]
  onPairs: (pairs: readonly Pair[]) => void
  onLeave?: ((row: number, field: 'name' | 'value') => void) | undefined
  problems?: readonly PairProblem[] | undefined
  /** Ids of the controls, which the error summary links to; generated unless given. */
  idOf?: ((row: number, field: 'name' | 'value') => string) | undefined
  nameLabel?: string | undefined
  valueLabel?: string | undefined
  /** Suggested names. */
  names?: readonly string[] | undefined
  /** Whether a value can be marked as secret; absent: rows have no lock. */
  secretRule?: ((pair: Pair) => SecretRule) | undefined
  /** Values are secret: they are not shown. */
  secret?: boolean | undefined
  disabled?: boolean | undefined
  /** Placeholders in values are replaced: they suggest variables. */
  placeholders?: boolean | undefined
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Names and values, a row each: headers, parameters, variables. */
export const PairGrid = (props: PairGridProps) => {
  const {
    kind,
    pairs,
    onPairs,
    onLeave,
    problems = [],
    nameLabel = 'Name',
    valueLabel = 'Value',
    names,
    secretRule,
    disabled,
  } = props
  const base = useId()
  const ValueInput = props.placeholders ? PlaceholderInput : TextInput
  const idOf = props.idOf ?? ((row: number, field: string) => `${base}-${row}-${field}`)
  const boxes = pairs.some((pair) => pair.enabled !== undefined)
  const change = (row: number, changed: Partial<Pair>) =>
    onPairs(pairs.map((pair, place) => (place === row ? { ...pair, ...changed } : pair)))
  const count = pairs.length
  const focusNext = useRef<string | null>(null)
  // A new row takes the focus. Removing the last row would lose it, so the button that adds one takes it.
  useEffect(() => {
    if (focusNext.current !== null) document.getElementById(focusNext.current)?.focus()
    focusNext.current = null
  })
  const add = () => {
    focusNext.current = idOf(count, 'name')
    onPairs([...pairs, { name: '', value: '', ...(boxes || count === 0 ? { enabled: true } : {}) }])
  }
  const remove = (row: number) => {
    if (row === count - 1) focusNext.current = `${base}-add`
    onPairs(pairs.filter((_, place) => place !== row))
  }
  return (
    <div className={classNames(classes.grid, !boxes && classes.bare, secretRule && classes.locked)}>
      {pairs.length > 0 && (
        <div className={classes.head} aria-hidden="true">
          <span>{nameLabel}</span>
          <span>{valueLabel}</span>
        </div>
      )}
      {names && (
        <datalist id={`${base}-names`}>
          {names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      )}
      {pairs.map((pair, row) => {
        const called = pair.name || `${row + 1}`
        const own = problems.filter((problem) => problem.row === row)
        const problemOf = (field: 'name' | 'value') => {
          const wrong = own.some((problem) => problem.field === field)
          return {
            id: idOf(row, field),
            invalid: wrong,
            ...(wrong ? { describedBy: `${base}-${row}-${field}-error` } : {}),
          }
        }
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat and be empty; the order is the identity
          <div key={row} className={classes.row}>
            {boxes && (
              <Checkbox
                label={`Send ${kind} ${called}`}
                checked={pair.enabled !== false}
                disabled={disabled}
                onValue={(enabled) => change(row, { enabled })}
              />
            )}
            <TextInput
              {...problemOf('name')}
              mono
              disabled={disabled}
              label={`${capital(kind)} name ${row + 1}`}
              list={names ? `${base}-names` : undefined}
              value={pair.name}
              onValue={(name) => change(row, { name })}
              onLeave={() => onLeave?.(row, 'name')}
            />
            <ValueInput
              {...problemOf('value')}
              mono
              disabled={disabled}
              type={props.secret ? 'password' : 'text'}
              autoComplete={props.secret ? 'new-password' : 'off'}
              label={`Value of ${kind} ${called}`}
              whole={pair.value === MASK}
              value={pair.value}
              onValue={(value) => change(row, { value })}
              onLeave={() => onLeave?.(row, 'value')}
            />
            {secretRule && (
              <SecretToggle
                name={`${kind} ${called}`}
                pair={pair}
                rule={secretRule(pair)}
                disabled={disabled}
                onSecret={(changed) => change(row, changed)}
              />
            )}
            <button
              type="button"
              className={buttonClass({ kind: 'ghost', size: 'small', iconOnly: true })}
              aria-label={`Remove ${kind} ${called}`}
              disabled={disabled}
              onClick={() => remove(row)}
              {...tip('Remove')}
            >
              <Icon name="close" />
            </button>
            {own.map((problem) => (
              <div key={problem.field} className={classes.problem}>
                <Problem id={`${base}-${row}-${problem.field}-error`}>{problem.message}</Problem>
              </div>
            ))}
          </div>
        )
      })}
      {!disabled && (
        <button
          type="button"
          id={`${base}-add`}
          className={buttonClass({ kind: 'ghost', size: 'small', className: classes.add })}
          onClick={add}
        >
          <Icon name="plus" />
          Add {kind}
        </button>
      )}
    </div>
  )
}
