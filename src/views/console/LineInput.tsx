import { Command } from 'cmdk'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Reading } from '../../commands/core/line/reading.ts'
import { classNames } from '../parts/text/class-names.ts'
import classes from './Console.module.css'

type LineInputProps = {
  readonly value: string
  readonly label: string
  readonly placeholder: string
  readonly secret: boolean
  /** Id of the element that shows the error; null without one. */
  readonly problem: string | null
  /** The highlighted line and what Tab would insert at the caret; null while the text is a search or an answer. */
  readonly coloured: { readonly reading: Reading; readonly ghost: string } | null
  readonly onValue: (value: string) => void
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
}

/** Text field of the console; it always keeps focus. A highlighted copy lies under its transparent letters. */
export const LineInput = (props: LineInputProps) => {
  const { value, label, placeholder, secret, problem, coloured, onValue, onKeyDown } = props
  const input = useRef<HTMLInputElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const [atEnd, setAtEnd] = useState(true)
  const follow = () => {
    if (!input.current) return
    if (words.current) words.current.scrollLeft = input.current.scrollLeft
    setAtEnd(input.current.selectionStart === input.current.value.length)
  }
  useLayoutEffect(follow)
  // Synchronous, so that keys pressed right after opening land here.
  useEffect(() => {
    const field = input.current
    field?.focus()
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [])
  return (
    <div className={classNames(classes.line, coloured && classes.coloured)} onScrollCapture={follow} onSelect={follow}>
      {coloured && (
        <div className={classes.words} ref={words} aria-hidden="true">
          {piecesOf(coloured.reading).map(({ from, text, role }) => (
            <span key={from} data-role={role}>
              {text}
            </span>
          ))}
          {atEnd && <span className={classes.ghost}>{coloured.ghost}</span>}
        </div>
      )}
      <Command.Input
        ref={input}
        className={classNames(classes.field, secret && classes.secret)}
        value={value}
        placeholder={placeholder}
        aria-label={label}
        aria-invalid={problem !== null}
        {...(problem !== null && { 'aria-describedby': problem })}
        autoCapitalize="off"
        enterKeyHint="go"
        onValueChange={onValue}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}

type Piece = { readonly from: number; readonly text: string; readonly role: string | undefined }

/** Tokens of the line, including the spaces between them. */
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
