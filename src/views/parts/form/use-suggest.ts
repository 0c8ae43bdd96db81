import { type FocusEvent, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useFloat } from '../overlay/float.ts'
import { caretBox } from './caret-box.ts'

/** A choice: its name, its description, and the text that it writes. */
export type Suggestion = { readonly insert: string; readonly name: string; readonly words: string }

/** Suggestions at the caret, where the text that they replace begins, and how much of the text after the caret they replace. */
export type Suggested = {
  readonly from: number
  readonly replaced?: number
  readonly options: readonly Suggestion[]
}

/** Suggestions for a text before the caret and the text after it; null where none fit. */
export type Suggest = (before: string, after: string) => Suggested | null

type Control = HTMLInputElement | HTMLTextAreaElement

const isControl = (element: EventTarget): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement

/** Suggestions while one types into a control. Arrow keys choose, Enter or Tab takes, Escape closes the list and nothing else. */
export const useSuggest = (options: {
  readonly value: string
  readonly onValue: (value: string) => void
  readonly suggest: Suggest
  /** Whether the list opens as soon as the control has the focus, before anything is typed. */
  readonly onFocus: boolean
}) => {
  const { value, onValue, suggest, onFocus } = options
  const id = useId()
  const frame = useRef<HTMLSpanElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const anchor = useRef({
    getBoundingClientRect: () => {
      const control = controlIn(frame.current)
      return control ? caretBox(control) : new DOMRect()
    },
  })
  const [caret, setCaret] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  /** Where the caret belongs after a choice was written. */
  const next = useRef<number | null>(null)
  const float = useFloat(panel, anchor, { align: 'start' })
  const found = caret === null ? null : suggest(value.slice(0, caret), value.slice(caret))
  const choices = found?.options ?? []
  const isOpen = choices.length > 0
  const at = Math.min(active, choices.length - 1)
  useLayoutEffect(() => {
    panel.current?.togglePopover(isOpen)
  }, [isOpen])
  useLayoutEffect(() => {
    if (float.open) document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [float.open, id, at])
  useLayoutEffect(() => {
    if (next.current === null) return
    controlIn(frame.current)?.setSelectionRange(next.current, next.current)
    next.current = null
  })
  const close = () => setCaret(null)
  const take = (choice: Suggestion | undefined) => {
    if (!choice || !found || caret === null) return
    next.current = found.from + choice.insert.length
    onValue(value.slice(0, found.from) + choice.insert + value.slice(caret + (found.replaced ?? 0)))
    close()
    controlIn(frame.current)?.focus()
  }
  const keyed = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !isOpen) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setActive((at + step + choices.length) % choices.length)
    else if (isTaking(event)) take(choices[at])
    else if (event.key === 'Escape') close()
    else {
      if (MOVES.has(event.key)) close()
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }
  return {
    id,
    frame,
    panel,
    choices,
    at,
    take,
    setActive,
    close,
    keyed,
    focused: ({ target }: FocusEvent) => onFocus && isControl(target) && setCaret(target.value.length),
    /** For the control: what it reads aloud of the list. */
    combobox: { listId: `${id}-list`, expanded: isOpen, activeId: isOpen ? `${id}-${at}` : undefined },
    typed: (text: string) => {
      onValue(text)
      setActive(0)
      setCaret(controlIn(frame.current)?.selectionStart ?? text.length)
    },
  }
}

const MOVES: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown'])

const isTaking = ({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean =>
  !ctrlKey && !metaKey && !shiftKey && (key === 'Enter' || key === 'Tab')

const controlIn = (frame: HTMLElement | null): Control | null =>
  frame?.querySelector<Control>('input, textarea') ?? null
