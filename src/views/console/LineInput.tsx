import { Command } from 'cmdk'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Reading } from '../../commands/line/reading.ts'
import { classNames } from '../parts/class-names.ts'
import classes from './Console.module.css'

/** What the console's text field is given, however it is drawn. */
export type FieldProps = {
  readonly value: string
  readonly label: string
  readonly placeholder?: string | undefined
  readonly secret?: boolean
  readonly invalid: boolean
  readonly describedBy: string | undefined
  readonly onValue: (value: string) => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** The text field: focus never leaves it. */
export const ConsoleField = ({
  value,
  label,
  placeholder,
  secret,
  invalid,
  describedBy,
  onValue,
  onKeyDown,
}: FieldProps) => (
  <Command.Input
    autoFocus
    className={classNames(classes.field, secret && classes.secret)}
    value={value}
    placeholder={placeholder ?? ''}
    aria-label={label}
    aria-invalid={invalid}
    {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
    autoCapitalize="off"
    enterKeyHint="go"
    onValueChange={onValue}
    onKeyDown={onKeyDown}
  />
)

/** The same with its words coloured by what they are, and what Tab would add after the caret. */
export const LineInput = ({ reading, ghost, ...field }: FieldProps & { reading: Reading; ghost: string }) => {
  const frame = useRef<HTMLDivElement>(null)
  const colours = useRef<HTMLDivElement>(null)
  const [atEnd, setAtEnd] = useState(true)
  const follow = () => {
    const input = frame.current?.querySelector('input')
    if (!input || !colours.current) return
    colours.current.scrollLeft = input.scrollLeft
    setAtEnd(input.selectionStart === input.value.length)
  }
  // The coloured words lie under a field whose own letters are clear; both must be scrolled alike.
  useLayoutEffect(follow)
  return (
    <div className={classes.line} ref={frame} onScrollCapture={follow} onSelectCapture={follow}>
      <div className={classes.words} ref={colours} aria-hidden="true">
        {piecesOf(reading).map(({ from, text, role }) => (
          <span key={from} data-role={role}>
            {text}
          </span>
        ))}
        {atEnd && <span className={classes.ghost}>{ghost}</span>}
      </div>
      <ConsoleField {...field} />
    </div>
  )
}

type Piece = { readonly from: number; readonly text: string; readonly role: string | undefined }

/** The line as pieces, spaces between included. */
const piecesOf = ({ line, tokens }: Reading): readonly Piece[] => {
  const pieces: Piece[] = []
  let at = 0
  for (const { from, to, role } of [...tokens].sort((a, b) => a.from - b.from)) {
    if (from > at) pieces.push({ from: at, text: line.slice(at, from), role: undefined })
    pieces.push({ from, text: line.slice(from, to), role })
    at = Math.max(at, to)
  }
  if (at < line.length) pieces.push({ from: at, text: line.slice(at), role: undefined })
  return pieces
}
