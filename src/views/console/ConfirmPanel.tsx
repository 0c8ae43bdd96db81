import { type KeyboardEvent, type SubmitEvent, useId, useState } from 'react'
import type { Confirmation } from '../../commands/core/command.ts'
import { confirms } from '../../commands/core/confirms.ts'
import { buttonClass } from '../parts/act/button-kind.ts'
import { Problem } from '../parts/form/Field.tsx'
import { Icon } from '../parts/text/Icon.tsx'
import type { IconName } from '../parts/text/icons.ts'
import classes from './Console.module.css'

/** Effects of a permanent action, and the word to type to confirm it, if it asks for one. */
export const ConfirmPanel = (props: {
  confirmation: Confirmation
  typed: string
  onWord: (typed: string) => void
  onConfirm: () => void
  onKeep: () => void
}) => {
  const { confirmation, typed, onWord, onConfirm, onKeep } = props
  const id = useId()
  const [refused, refuse] = useState<string | null>(null)
  const matches = confirms(confirmation, typed)
  const isRefused = refused !== null && refused === typed
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (matches) onConfirm()
    else refuse(typed)
  }
  const pressed = (event: KeyboardEvent) => {
    // The surrounding list of choices would handle Enter; Esc and Tab belong to the layer.
    if (event.key !== 'Escape' && event.key !== 'Tab') event.stopPropagation()
    if (event.key === 'Backspace' && typed === '') onKeep()
  }
  return (
    <form className={classes.confirm} onSubmit={submit} aria-labelledby={`${id}-question`}>
      <h2 id={`${id}-question`}>{confirmation.question}</h2>
      <ul id={`${id}-effects`}>
        {confirmation.effects.map((effect) => (
          <li key={effect}>
            <Icon name={iconOf(effect)} />
            {effect}
          </li>
        ))}
      </ul>
      {confirmation.word !== null && (
        <div className={classes.word}>
          <label htmlFor={id}>
            Type <b>{confirmation.word}</b> to confirm
          </label>
          <input
            ref={takesFocus}
            id={id}
            value={typed}
            // biome-ignore lint/a11y/noAutofocus: the only control besides going back
            autoFocus
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            aria-invalid={isRefused}
            aria-describedby={isRefused ? `${id}-problem` : `${id}-effects`}
            onChange={({ target }) => onWord(target.value)}
            onKeyDown={pressed}
          />
        </div>
      )}
      <div role="alert">
        {isRefused && <Problem id={`${id}-problem`}>Type {confirmation.word} to confirm.</Problem>}
      </div>
      <div className={classes.buttons}>
        <button
          type="submit"
          className={buttonClass({ kind: 'danger' })}
          aria-disabled={!matches || undefined}
          aria-describedby={confirmation.word === null ? `${id}-effects` : undefined}
          onKeyDown={confirmation.word === null ? pressed : undefined}
        >
          {!confirmation.reversible && <Icon name="trash" />}
          {confirmation.button}
        </button>
        <button
          type="button"
          ref={confirmation.word === null ? takesFocus : undefined}
          // biome-ignore lint/a11y/noAutofocus: without a word to type, the focus begins at the harmless choice
          autoFocus={confirmation.word === null}
          className={buttonClass({ kind: 'secondary' })}
          onKeyDown={confirmation.word === null ? pressed : undefined}
          onClick={onKeep}
        >
          {confirmation.reversible ? 'Cancel' : 'Keep it'}
        </button>
        {!confirmation.reversible && !confirmation.restorable && (
          <span className={classes.forever}>This cannot be undone</span>
        )}
      </div>
    </form>
  )
}

/** React sets focus before the layer opens, and opening moves it; the attribute says where focus belongs afterwards. */
const takesFocus = (field: HTMLElement | null) => field?.setAttribute('autofocus', '')

const ICONS: readonly (readonly [RegExp, IconName])[] = [
  [/^Schedule|^Runs/, 'schedule'],
  [/^Steps? \d/, 'workflow'],
  [/alert|told/i, 'bell'],
  [/result/i, 'results'],
  [/monitor/i, 'monitor'],
]

const iconOf = (effect: string): IconName => ICONS.find(([words]) => words.test(effect))?.[1] ?? 'same'
