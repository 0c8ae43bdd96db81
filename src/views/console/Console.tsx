import { useSelector } from '@xstate/react'
import { Command } from 'cmdk'
import { type KeyboardEvent, useId, useMemo, useRef, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { consoleMachine } from '../../../machines/console.ts'
import { type Enter, enterOf, markedIn } from '../../commands/core/line/enter.ts'
import { commandAskedAbout } from '../../commands/core/line/explain.ts'
import { maskChoices, secretsOf } from '../../commands/core/line/mask-secrets.ts'
import { readLine } from '../../commands/core/line/read.ts'
import { shownProblem } from '../../commands/core/line/reading.ts'
import { MOST_LINES, meantByLine } from '../../commands/core/line/script.ts'
import { completed, completionOf } from '../../commands/core/line/suggest.ts'
import type { Suggestion } from '../../commands/core/line/suggestion.ts'
import { confirmationOfTyped, questionOf } from '../../commands/core/perform.ts'
import type { World } from '../../commands/core/world.ts'
import { Overlay } from '../parts/overlay/Overlay.tsx'
import { Icon } from '../parts/text/Icon.tsx'
import { TOUCH, useMedia } from '../parts/text/media.ts'
import { Spinner } from '../parts/text/Spinner.tsx'
import { Chips } from './Chips.tsx'
import { Choices } from './Choices.tsx'
import { ConfirmPanel } from './ConfirmPanel.tsx'
import classes from './Console.module.css'
import { modeOf, stepBack, typedAnswer, withAnswer } from './console-mode.ts'
import { emptyWords, hintFor, labelOf, listLabel, promptOf } from './console-words.ts'
import { ExplainedCommand } from './ExplainedCommand.tsx'
import { earlierLine } from './earlier-line.ts'
import { Footer } from './Footer.tsx'
import { LineInput } from './LineInput.tsx'
import { ProblemBar } from './ProblemBar.tsx'
import { ScriptPanel } from './ScriptPanel.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { Signature } from './Signature.tsx'
import { useHastyEnter } from './use-hasty-enter.ts'
import { isMove, isPageKey, useMoved } from './use-moved.ts'
import { type ServerSearch, useServerNames } from './use-server-names.ts'
import { useStable } from './use-stable.ts'
import { useSuggestions } from './use-suggestions.ts'
import { useTyping } from './use-typing.ts'
import { useVisiblePart } from './use-visible-part.ts'

export type ConsoleProps = {
  readonly actor: ActorRefFrom<typeof consoleMachine>
  readonly world: World
  /** Earlier lines, the likeliest first. */
  readonly recent: readonly string[]
  /** Earlier lines, the latest first. */
  readonly latest: readonly string[]
  /** The search on the server for names that are not loaded; absent where everything is. */
  readonly search?: ServerSearch
}

/**
 * The open console. The machine owns the line; this component keeps only display state: how much of the line was picked, and
 * the cursor. It must render again whenever the world changes.
 */
export const Console = ({ actor, world, recent, latest, search }: ConsoleProps) => {
  const snapshot = useSelector(actor, (one) => one)
  const { line, begun, problem: refusal, typed, script, done } = snapshot.context
  // A line opened by a button counts as picked; one that was typed before the console could be shown does not.
  const [picked, setPicked] = useState(begun)
  /** The text as it stands in the field, and the line that it makes. */
  const [fieldText, setFieldText] = useState<{ line: string; text: string } | null>(null)
  /** The line that an arrow brought back; null once another was typed. */
  const [recalled, setRecalled] = useState<string | null>(null)
  /** How many lines were pasted, where they are too many. */
  const [pasted, setPasted] = useState(0)
  /** The line that Enter could not run: its first problem is shown although it may just not be typed out yet. */
  const [tried, setTried] = useState<string | null>(null)
  const problemId = useId()
  const isTouch = useMedia(TOUCH)
  const top = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const painted = useRef<string | null>(null)
  const hasty = useHastyEnter(refusal)
  useVisiblePart(top, isTouch)

  const reading = readLine(line, world)
  const mode = modeOf(reading, picked)
  // What is asked for depends on what was picked, not on how far the answer is.
  const asking = mode === 'ask' ? readLine(picked, world) : reading
  const submit = () => actor.send({ type: 'SUBMIT' })
  const names = useServerNames(reading, world, { search, proceed: () => enterNow(performance.now(), true) })
  const { isSearching } = names
  const explained = mode === 'explain' ? commandAskedAbout(line) : null
  const isPage = mode === 'keys' || explained !== null
  const { groups, isLate, catchUp, now } = useSuggestions(isPage ? null : reading, world, { recent, painted })
  const all = groups.flatMap(({ items }) => items)
  const cursor = useMoved(line, all)
  const { moved } = cursor
  const problem =
    (isSearching || isPage ? null : shownProblem(reading)) ?? (tried === line ? (reading.problems[0] ?? null) : null)
  // While names are searched the problem is not shown yet; it is none the less what Enter meets.
  const isRefused = problem !== null || refusal !== null || shownProblem(reading) !== null
  const chosen = markedIn({ reading, groups, moved, isRefused })
  const enter = isPage ? NOTHING : enterOf({ reading, groups, moved, isRefused })
  // What is typed whole is meant, whatever else has a name like it.
  const isDeciding = names.isDeciding || (names.isUnnamed && !chosen?.whole)
  const isSeveral = snapshot.hasTag('several')
  const confirmation =
    snapshot.hasTag('confirming') && reading.command
      ? questionOf(reading.command, reading.args, world, confirmationOfTyped)
      : null

  const type = (next: string) => {
    setPasted(0)
    setRecalled(null)
    actor.send({ type: 'TYPE', line: next })
  }
  const typedNow = mode !== 'ask' ? line : fieldText?.line === line ? fieldText.text : typedAnswer(line, picked)
  const typing = useTyping(field, (text) => {
    const next = mode === 'ask' ? withAnswer(picked, text, asking) : text
    painted.current = next
    setFieldText({ line: next, text })
    type(next)
  })
  const write = (next: string, runs: boolean) => {
    // A line that neither runs nor leaves a question is shown whole, to be read before Enter.
    if (mode !== 'line' && (runs || next.endsWith(' '))) setPicked(next)
    actor.send({ type: 'PICK', text: next })
    if (runs) submit()
  }
  const onChoose = useStable((item: Suggestion) => {
    typing.flush()
    write(item.line, item.runs)
  })
  const shown = useMemo(() => maskChoices(groups, reading), [groups, reading])
  /** While a line runs, Esc gives it back. */
  const stopWaiting = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !snapshot.hasTag('busy')) return
    event.preventDefault()
    event.stopPropagation()
    actor.send({ type: 'BACK', line })
  }
  const back = () => {
    const before = stepBack(reading)
    setPicked(before)
    actor.send({ type: 'BACK', line: before })
  }

  /** Does what Enter does at an instant, in the clock of events; `hasWaited` for the names of the line. */
  const enterNow = useStable((at: number, hasWaited = false) => {
    // Whoever has moved since has pressed Enter for nothing there.
    if (hasWaited && moved) return
    const next = enterOf({ reading, groups: now(), moved, isRefused })
    // A choice that came meanwhile was not seen before Enter: it is written, and the next Enter runs it.
    const runs = next.does === 'write' && next.runs && !hasWaited
    hasty.entered(at)
    if (next.does === 'run') submit()
    else if (next.does === 'write') write(next.line, runs)
    else setTried(line)
  })
  const act = useStable((event: KeyboardEvent<HTMLInputElement>) => {
    const earlier = moved ? null : earlierLine(event.key, line, { recalled, latest })
    if (earlier !== null) {
      event.preventDefault()
      setPicked('')
      setRecalled(earlier)
      actor.send({ type: 'PICK', text: earlier })
    } else if (isMove(event)) {
      catchUp()
      cursor.begin()
      if (isPageKey(event)) {
        event.preventDefault()
        cursor.turnPage(event.key, top.current)
      }
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      // A key that is held down was pressed once.
      if (event.repeat) return
      // Enter begins the command that was explained; it never runs it.
      if (explained) type(`${explained.words} `)
      else if ((isDeciding || names.isUnsettled) && !moved) names.wait()
      else {
        if (hasty.isHasty(event.timeStamp)) hasty.entered(event.timeStamp)
        else enterNow(event.timeStamp)
      }
    } else if (event.key === 'Tab' && !isPage) {
      event.preventDefault()
      const next = event.shiftKey
        ? null
        : (problem?.fix ?? completed(reading, now(), markedIn({ reading, groups: now(), moved, isRefused })))
      if (next !== null) type(next)
    } else if (event.key === 'Backspace' && mode === 'ask' && event.currentTarget.value === '') {
      // By the field itself: a letter that it shows may not have been told yet.
      event.preventDefault()
      back()
    }
  })
  const keyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return
    if (!isTyping(event)) typing.flush()
    if (event.key !== 'Enter') hasty.otherKey()
    act(event)
  }

  const paste = (lines: readonly string[]) => {
    typing.flush()
    const [line = ''] = lines
    if (lines.length === 1) type(line)
    else if (lines.length <= MOST_LINES) actor.send({ type: 'PASTE', lines: lines.map(meantByLine) })
    else setPasted(lines.length)
  }
  const asked = asking.current ?? asking.missing ?? reading.current
  const problemShown = isRefused ? problemId : null
  return (
    <Overlay label="Command palette" closing={CLOSING} className={classes.console ?? ''}>
      <Command
        ref={top}
        shouldFilter={false}
        label="Command palette"
        data-late={isLate || undefined}
        value={cursor.valueOf(chosen)}
        onValueChange={cursor.onValueChange}
        onKeyDownCapture={stopWaiting}
        onPointerMoveCapture={cursor.begin}
        onPointerMove={cursor.end}
        // After the package's own handler of the same event.
        onKeyDown={() => queueMicrotask(cursor.end)}
      >
        <div className={classes.head}>
          {(mode === 'ask' || confirmation) && reading.command ? (
            <Chips command={reading.command} args={reading.args} asked={confirmation ? null : asked} world={world} />
          ) : (
            <Icon name={mode === 'line' ? 'chevron-right' : 'search'} />
          )}
          {isSeveral && <span>{script.length} lines</span>}
          {confirmation || isSeveral ? (
            <span className={classes.gap} />
          ) : (
            <LineInput
              field={field}
              typing={typing}
              value={typedNow}
              label={labelOf(mode, asked)}
              placeholder={mode === 'ask' ? promptOf(asked) : mode === 'choose' ? 'Search or run a command' : ''}
              secret={mode === 'ask' && asked !== null && secretsOf(reading).includes(asked.key)}
              isRunning={snapshot.hasTag('busy')}
              problem={problemShown}
              coloured={
                mode === 'line' ? { reading, ghost: problem || isLate ? '' : completionOf(reading, groups) } : null
              }
              onKeyDown={keyDown}
              onLines={paste}
            />
          )}
          {snapshot.hasTag('busy') || isSearching || names.isLoading || names.isAwaited ? (
            <Spinner small />
          ) : (
            !isTouch && (mode === 'choose' || confirmation || isSeveral) && <kbd>Esc</kbd>
          )}
          {isTouch && (
            <button
              type="button"
              className={classes.close}
              aria-label="Close"
              onClick={() => actor.send({ type: 'CLOSE' })}
            >
              <Icon name="close" />
            </button>
          )}
        </div>
        {confirmation ? (
          <ConfirmPanel
            confirmation={confirmation}
            typed={typed}
            onWord={(word) => actor.send({ type: 'WORD', typed: word })}
            onConfirm={() => actor.send({ type: 'CONFIRM' })}
            onKeep={() => actor.send({ type: 'KEEP' })}
          />
        ) : isSeveral ? (
          <ScriptPanel
            lines={script}
            done={done}
            isRunning={snapshot.hasTag('busy')}
            refusal={refusal}
            world={world}
            onRun={submit}
            onSkip={() => actor.send({ type: 'SKIP' })}
            onMend={(at, line) => actor.send({ type: 'MEND', at, line })}
            onBack={() => actor.send({ type: 'BACK', line: '' })}
          />
        ) : (
          <>
            {mode === 'line' && problem === null && reading.command && (
              <Signature reading={reading} command={reading.command} />
            )}
            {problem ? (
              <ProblemBar id={problemId} sentence={problem.sentence} hint={hintFor(problem)} />
            ) : (
              refusal !== null && (
                <ProblemBar
                  id={problemId}
                  sentence={refusal}
                  hint="Your line is kept. Correct it, or press Enter to try again."
                />
              )
            )}
            {pasted > 0 && (
              <div className={classes.unsearched} role="status">
                {pasted} lines were pasted, and at most {MOST_LINES} run at once. Nothing was run.
              </div>
            )}
            {names.problem !== null && (
              <div className={classes.unsearched} role="status">
                Not all names were searched: {names.problem}
              </div>
            )}
            {mode === 'keys' && <Shortcuts preferences={world.preferences} />}
            {explained && <ExplainedCommand command={explained} world={world} />}
            <Choices
              groups={shown}
              inLine={mode === 'line'}
              isHidden={isPage}
              label={listLabel(mode, asked)}
              empty={problem !== null || names.problem !== null || isLate ? '' : emptyWords(reading, asked, names)}
              chosen={chosen?.id ?? ''}
              onChoose={onChoose}
            />
          </>
        )}
        <Footer
          mode={mode}
          reading={reading}
          problem={problem}
          groups={groups}
          chosen={chosen}
          confirmation={confirmation}
          isRunning={snapshot.hasTag('busy')}
          isSeveral={isSeveral}
          names={{ isDeciding, isAwaited: names.isAwaited && moved === null }}
          enter={enter}
        />
      </Command>
    </Overlay>
  )
}

/** Whether a key changes the text of its field and nothing else. */
const isTyping = ({ key, ctrlKey, metaKey, altKey, currentTarget }: KeyboardEvent<HTMLInputElement>): boolean =>
  (key.length === 1 && !ctrlKey && !metaKey && !altKey) || (key === 'Backspace' && currentTarget.value !== '')

const NOTHING: Enter = { does: 'nothing' }

const CLOSING = { command: 'console.close' }
