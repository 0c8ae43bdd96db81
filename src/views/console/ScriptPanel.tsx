import { type KeyboardEvent, useLayoutEffect, useRef } from 'react'
import { judgedLines } from '../../commands/core/line/judged-lines.ts'
import { maskSecrets } from '../../commands/core/line/mask-secrets.ts'
import { mendedLine } from '../../commands/core/line/mended.ts'
import { readLine } from '../../commands/core/line/read.ts'
import type { World } from '../../commands/core/world.ts'
import { buttonClass } from '../parts/act/button-kind.ts'
import { DOUBLE_MS } from '../parts/overlay/double-press.ts'
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
  /** Leaves the refused line out. */
  readonly onSkip: () => void
  /** Replaces a line by the one that is meant. */
  readonly onMend: (at: number, line: string) => void
  readonly onBack: () => void
}

/** Several pasted lines, to be read before they run one after the other. */
export const ScriptPanel = ({
  lines,
  done,
  isRunning,
  refusal,
  world,
  onRun,
  onSkip,
  onMend,
  onBack,
}: ScriptPanelProps) => {
  const run = useRef<HTMLButtonElement>(null)
  const left = lines.length - done
  const judged = judgedLines(lines, done, world)
  const firstRefused = isRunning ? -1 : judged.findIndex(({ problem }) => problem !== null)
  const mended = firstRefused < 0 ? null : mendedLine(lines[firstRefused] ?? '', world)
  const destroying = lines.slice(done).filter((line) => readLine(line, world).command?.effect === 'destroy').length
  /** In the clock of events, which begins with the page. */
  const shownAt = useRef(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    shownAt.current = performance.now()
  }, [])
  const pressed = (event: KeyboardEvent) => {
    // Nobody has read lines that appeared this moment: the press belongs to the paste.
    const isUnread = done === 0 && refusal === null && event.timeStamp - shownAt.current < DOUBLE_MS
    if (event.key === 'Enter' && isUnread) event.preventDefault()
    // The surrounding list of choices would handle Enter; Esc and Tab belong to the layer.
    if (event.key !== 'Escape' && event.key !== 'Tab') event.stopPropagation()
    if (event.key === 'Backspace' && !isRunning) onBack()
  }
  return (
    <div className={classes.script}>
      <ol className={classes.lines} aria-label="Pasted lines">
        {lines.map((line, at) => {
          const reading = readLine(line, world)
          const isNext = at === done
          const { after = null } = judged[at] ?? {}
          const problem = isNext && refusal !== null ? refusal : (judged[at]?.problem ?? null)
          const destroys = reading.command?.effect === 'destroy'
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the same line may stand there twice, and none moves
              key={at}
              ref={isNext ? (item) => item?.scrollIntoView({ block: 'nearest' }) : null}
              className={classNames(classes.line, at < done && classes.done)}
            >
              <Mark
                state={
                  at < done ? 'done' : isRunning && at === done ? 'running' : problem === null ? 'ready' : 'refused'
                }
              />
              <div>
                <code>{maskSecrets(line, reading)}</code>
                {destroys && <span className={classes.destroys}>{reading.command?.title}</span>}
                {problem !== null && !(isRunning && isNext) && (
                  // What an earlier line makes or renames is not there yet.
                  <p>{isNext ? problem : `As it is now: ${problem}`}</p>
                )}
                {after !== null && <p>After line {after}</p>}
                {at === firstRefused && mended !== null && (
                  <button
                    type="button"
                    className={buttonClass({ kind: 'ghost', size: 'small' })}
                    onClick={() => {
                      onMend(at, mended)
                      run.current?.focus()
                    }}
                    onKeyDown={pressed}
                  >{`Use “${maskSecrets(mended, readLine(mended, world))}”`}</button>
                )}
              </div>
            </li>
          )
        })}
      </ol>
      {destroying > 0 && !isRunning && (
        <p className={classes.warning}>
          {destroying === 1 ? '1 of them destroys something.' : `${destroying} of them destroy something.`}
        </p>
      )}
      <div className={classes.buttons}>
        <button
          ref={run}
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
        {refusal !== null && !isRunning && (
          <button
            type="button"
            className={buttonClass({ kind: 'secondary' })}
            onClick={() => {
              onSkip()
              run.current?.focus()
            }}
            onKeyDown={pressed}
          >{`Skip line ${done + 1}`}</button>
        )}
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
