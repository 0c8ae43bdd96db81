import type { ReactNode } from 'react'
import type { Confirmation } from '../../commands/core/command.ts'
import { YES } from '../../commands/core/confirms.ts'
import type { Enter } from '../../commands/core/line/enter.ts'
import { maskSecrets } from '../../commands/core/line/mask-secrets.ts'
import type { Problem, Reading } from '../../commands/core/line/reading.ts'
import { completionOf } from '../../commands/core/line/suggest.ts'
import type { Suggestion, SuggestionGroup } from '../../commands/core/line/suggestion.ts'
import { ConsoleFooter } from './ConsoleFooter.tsx'
import type { ConsoleMode } from './console-mode.ts'

type FooterProps = {
  readonly mode: ConsoleMode
  readonly reading: Reading
  /** The problem that is shown. */
  readonly problem: Problem | null
  readonly groups: readonly SuggestionGroup[]
  readonly chosen: Suggestion | null
  readonly confirmation: Confirmation | null
  readonly isRunning: boolean
  /** Several pasted lines are shown. */
  readonly isSeveral: boolean
  /** Whether a name in the line is still open, and whether the line runs once it is not. */
  readonly names: { readonly isDeciding: boolean; readonly isAwaited: boolean }
  readonly enter: Enter
}

type Hint = readonly [caps: string, does: string]

/** Console footer. It shows the equivalent typed line, so that people learn it. */
export const Footer = (props: FooterProps) => <ConsoleFooter keys={keysFor(props)}>{wordsFor(props)}</ConsoleFooter>

const keysFor = (props: FooterProps): readonly Hint[] => {
  const { mode, problem, groups, chosen, confirmation, isRunning, isSeveral, enter } = props
  if (isSeveral)
    return isRunning
      ? [['Esc', 'Stop waiting']]
      : [
          ['↵', 'Run'],
          ['⌫', 'Discard'],
          ['Esc', 'Close'],
        ]
  if (isRunning) return [['Esc', 'Stop waiting']]
  if (confirmation) return [['⌫', 'Back']]
  if (problem) {
    const closes: Hint = ['Esc', 'Close']
    return problem.fix === null ? [closes] : [['Tab', 'Accept'], closes]
  }
  if (props.names.isAwaited) return [['Esc', 'Cancel']]
  if (props.names.isDeciding && mode !== 'keys' && mode !== 'explain') return [['↵', 'Run once the names are known']]
  // Without a choice there is nothing to move to, and nothing to complete.
  if (mode === 'choose' && groups.length === 0) return [['Esc', 'Close']]
  const hint: Hint = ['↵', enterWord(enter, chosen)]
  switch (mode) {
    case 'ask':
      return [['⌫', 'Back'], hint]
    case 'line':
      return [hint]
    case 'explain':
      return [
        ['↵', 'Begin it'],
        ['Esc', 'Close'],
      ]
    case 'keys':
      return [['Esc', 'Close']]
    case 'choose':
      return [['↑ ↓', 'Move'], hint, ['Tab', 'Complete']]
  }
}

/** The verb for what Enter does. */
const enterWord = (enter: Enter, chosen: Suggestion | null): string => {
  const runs = enter.does === 'run' || (enter.does === 'write' && enter.runs)
  if (!runs) return 'Choose'
  return enter.does === 'write' && chosen?.opens ? 'Open' : 'Run'
}

/** A kind with its article: "an environment". */
const indefinite = (kind: string): string => `${/^[aeio]/i.test(kind) ? 'an' : 'a'} ${kind}`

const wordsFor = (props: FooterProps): ReactNode => {
  const { mode, reading, problem, groups, chosen, confirmation, isRunning, isSeveral, enter } = props
  const line = maskSecrets(reading.line, reading).trim()
  if (isSeveral) return 'One after the other, until one is refused'
  if (isRunning)
    return (
      <>
        Running <code>{line}</code>
      </>
    )
  if (confirmation)
    return (
      <>
        Same as <code>{`${line} --confirm ${confirmation.word ?? YES}`}</code>
      </>
    )
  if (problem?.argument) {
    const { flag, kind } = problem.argument
    return (
      <>
        <code>{flag}</code> takes {kind ? `${indefinite(kind)}’s id or name` : 'another value'}
      </>
    )
  }
  if (problem) return 'Nothing runs until this is corrected'
  if (props.names.isAwaited) return 'It runs once the names are known, if they are unique'
  if (mode === 'ask')
    return (
      <>
        Same as <code>{(chosen ? maskSecrets(chosen.line, reading) : line).trim()}</code>
      </>
    )
  if (props.names.isDeciding && mode === 'choose') return 'The names are still being loaded'
  if (mode === 'explain') return 'Values with spaces are quoted'
  if (mode === 'keys')
    return 'Type a command after ? to read about its arguments. set single-keys says whether single letters are keys'
  const ghost = completionOf(reading, groups)
  if (mode === 'line' && ghost !== '') {
    return (
      <>
        <kbd>Tab</kbd> completes <code>{(reading.line + ghost).trim().split(' ').at(-1)}</code>
      </>
    )
  }
  if (mode === 'choose' && reading.line.trim() !== '' && enter.does === 'write')
    return (
      <>
        Enter {enter.runs ? (chosen?.opens ? 'opens' : 'runs') : 'writes'} <code>{enter.line.trim()}</code>
      </>
    )
  return mode === 'line' && enter.does === 'run'
    ? 'Enter runs the line'
    : 'Type a whole line, or press Enter and answer step by step'
}
