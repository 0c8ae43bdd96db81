import type { KeyboardEvent } from 'react'
import { maskSecrets } from '../../commands/core/line/mask-secrets.ts'
import { outrightProblem } from '../../commands/core/line/perform-line.ts'
import { readLine } from '../../commands/core/line/read.ts'
import type { World } from '../../commands/core/world.ts'
import { buttonClass } from '../parts/act/button-kind.ts'
import { classNames } from '../parts/text/class-names.ts'
import { Icon } from '../parts/text/Icon.tsx'
import { Spinner } from '../parts/text/Spinner.tsx'
import { StatusShape } from '../parts/text/StatusShape.tsx'
import classes from './ScriptPanel.module.css'

type ScriptPanelProps = {
  readonly lines: readonly string[]
  /** How many of them are done. */
  readonly done: number
  readonly isRunning: boolean
  /** Why the line after them was refused. */
  readonly refusal: string | null
  readonly world: World
  readonly onRun: () => void
  readonly onBack: () => void
}

/** Several pasted lines, to be read before they run one after the other. */
export const ScriptPanel = ({ lines, done, isRunning, refusal, world, onRun, onBack }: ScriptPanelProps) => {
  const left = lines.length - done
  const pressed = (event: KeyboardEvent) => {
    // The surrounding list of choices would handle Enter; Esc and Tab belong to the layer.
    if (event.key !== 'Escape' && event.key !== 'Tab') event.stopPropagation()
    if (event.key === 'Backspace' && !isRunning) onBack()
  }
  return (
    <div className={classes.script}>
      <ol className={classes.lines} aria-label="Pasted lines">
        {lines.map((line, at) => {
          const reading = readLine(line, world)
          const problem = at < done ? null : at === done && refusal !== null ? refusal : outrightProblem(reading, world)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same line may stand there twice, and none moves
            <li key={at} className={classNames(classes.line, at < done && classes.done)}>
              <Mark
                state={
                  at < done ? 'done' : isRunning && at === done ? 'running' : problem === null ? 'ready' : 'refused'
                }
              />
              <div>
                <code>{maskSecrets(line, reading)}</code>
                {problem !== null && !(isRunning && at === done) && <p>{problem}</p>}
              </div>
            </li>
          )
        })}
      </ol>
      <div className={classes.buttons}>
        <button
          type="button"
          className={buttonClass({ kind: 'primary' })}
          // biome-ignore lint/a11y/noAutofocus: the only control besides going back
          autoFocus
          aria-disabled={isRunning || undefined}
          onKeyDown={pressed}
          onClick={() => !isRunning && onRun()}
        >
          {done === 0 ? `Run ${left} lines` : `Run from line ${done + 1}`}
        </button>
        <button type="button" className={buttonClass({ kind: 'secondary' })} onClick={onBack} onKeyDown={pressed}>
          Discard
        </button>
      </div>
    </div>
  )
}

const Mark = ({ state }: { state: 'done' | 'running' | 'ready' | 'refused' }) => {
  if (state === 'running') return <Spinner small />
  if (state === 'refused') return <StatusShape category="FAIL" label="Refused" />
  return state === 'done' ? <StatusShape category="PASS" label="Done" /> : <Icon name="chevron-right" />
}
