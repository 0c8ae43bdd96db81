import { Command } from 'cmdk'
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Reading } from '../../commands/core/line/reading.ts'
import { linesIn } from '../../commands/core/line/script.ts'
import { classNames } from '../parts/text/class-names.ts'
import classes from './Console.module.css'
import { drawWords, followText } from './coloured-words.ts'
import { useStable } from './use-stable.ts'
import type { Typing } from './use-typing.ts'

type LineInputProps = {
  readonly field: RefObject<HTMLInputElement | null>
  readonly typing: Typing
  readonly value: string
  readonly label: string
  readonly placeholder: string
  readonly secret: boolean
  /** The line runs, and takes no letters: they would be shown, but not be part of it. */
  readonly isRunning: boolean
  /** Id of the element that shows the error; null without one. */
  readonly problem: string | null
  /** The highlighted line and what Tab would insert at the caret; null while the text is a search or an answer. */
  readonly coloured: { readonly reading: Reading; readonly ghost: string } | null
  readonly onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  /** Several lines were pasted. */
  readonly onLines: (lines: readonly string[]) => void
}

/**
 * Text field of the console; it always keeps focus. A highlighted copy lies under its transparent letters. The field keeps its own text, and
 * both show a letter before anything else is made of it.
 */
export const LineInput = (props: LineInputProps) => {
  const { field, typing, value, label, placeholder, secret, isRunning, problem, coloured, onKeyDown, onLines } = props
  const around = useRef<HTMLDivElement>(null)
  const words = useRef<HTMLDivElement>(null)
  const [atEnd, setAtEnd] = useState(true)
  const scroll = useStable(() => {
    if (words.current && field.current) words.current.scrollLeft = field.current.scrollLeft
  })
  // Where the field is scrolled to is known once it is laid out: asked for earlier, it would be laid out for that alone.
  const scrollInFrame = useCallback(() => void requestAnimationFrame(() => scroll()), [scroll])
  const follow = () => {
    if (field.current) setAtEnd(field.current.selectionStart === field.current.value.length)
    scrollInFrame()
  }
  const reading = coloured?.reading ?? null
  const ghost = atEnd ? (coloured?.ghost ?? '') : ''
  useLayoutEffect(() => {
    const input = field.current
    if (!input || !around.current) return
    const isAhead = typing.isAhead()
    if (!isAhead && input.value !== value) input.value = value
    around.current.toggleAttribute('data-late', isAhead)
    if (!words.current || !reading) return
    drawWords(words.current, reading, ghost)
    if (isAhead) followText(words.current, input.value)
    scrollInFrame()
  }, [field, typing, value, reading, ghost, scrollInFrame])
  const isColoured = coloured !== null
  // With other letters the end of a long text stands elsewhere, and the browser brings the caret back into sight with the next key only.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the letters follow from it
  useLayoutEffect(() => {
    const showEnd = () => {
      const input = field.current
      if (input && input.selectionEnd === input.value.length) input.scrollTo({ left: input.scrollWidth })
    }
    const frame = requestAnimationFrame(showEnd)
    // Drawn for the first time, the letters are still on their way.
    document.fonts.addEventListener('loadingdone', showEnd)
    return () => {
      cancelAnimationFrame(frame)
      document.fonts.removeEventListener('loadingdone', showEnd)
    }
  }, [field, isColoured])
  const typed = () => {
    if (!field.current) return
    typing.typed()
    around.current?.toggleAttribute('data-late', true)
    if (!words.current) return
    followText(words.current, field.current.value)
    scrollInFrame()
  }
  // Synchronous, so that keys pressed right after opening land here.
  useEffect(() => {
    const input = field.current
    input?.focus()
    input?.setSelectionRange(input.value.length, input.value.length)
  }, [field])
  return (
    <div
      ref={around}
      className={classNames(classes.line, coloured && classes.coloured)}
      onScrollCapture={scroll}
      onSelect={follow}
    >
      {coloured && <div className={classes.words} ref={words} aria-hidden="true" />}
      <Command.Input
        asChild
        value={value}
        onValueChange={typed}
        className={classNames(classes.field, secret && classes.secret)}
        placeholder={placeholder}
        aria-label={label}
        aria-invalid={problem !== null}
        {...(problem !== null && { 'aria-describedby': problem })}
        readOnly={isRunning}
        autoCapitalize="off"
        enterKeyHint="go"
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          const text = event.clipboardData.getData('text/plain').trim()
          const { value: typed, selectionStart, selectionEnd } = event.currentTarget
          const lines = linesIn(`${typed.slice(0, selectionStart ?? 0)}${text}${typed.slice(selectionEnd ?? 0)}`)
          // The field itself takes one line.
          if (lines.length === 0 || !/[\r\n]/.test(text)) return
          event.preventDefault()
          onLines(lines)
        }}
      >
        {/* Without a value of React's, which would take each letter back until it is drawn again, or put the caret before it. */}
        <input ref={field} value={undefined} defaultValue="" />
      </Command.Input>
    </div>
  )
}
