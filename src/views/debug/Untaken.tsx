import { transitionWords } from '../../../machines/chart/covered.ts'
import type { PathDocument } from '../../../machines/chart/path-document.ts'
import type { Transition } from '../../../machines/chart/transitions.ts'
import { Act } from '../parts/act/Act.tsx'
import classes from './CoverageView.module.css'
import { type ShortestPaths, useShortestPaths } from './use-shortest-paths.ts'

type UntakenProps = { chart: string; untaken: readonly Transition[] }

/** Transitions that were not taken, each with the events that lead to it. */
export const Untaken = ({ chart, untaken }: UntakenProps) => {
  const found = useShortestPaths(chart)
  return (
    <ul className={classes.list} aria-label={`Transitions of ${chart} that were not taken`}>
      {untaken.map((transition) => (
        <li key={transition.key}>
          <div>
            <code>{transitionWords(transition)}</code>
            <p className="muted small">{wordsOfPath(found, transition)}</p>
          </div>
          <Act
            command="debug.copy-shortest"
            args={{ chart, transition: transition.key }}
            kind="ghost"
            size="small"
            icon="copy"
            iconOnly
            label={`Copy path to ${transitionWords(transition)}`}
          />
        </li>
      ))}
    </ul>
  )
}

const wordsOfPath = (found: ShortestPaths, { key }: Transition): string => {
  if (found.state === 'generating') return 'Generating the path'
  if (found.state === 'failed') return 'The path could not be generated. Reload the page to try again.'
  const path = found.paths.get(key)
  return path ? stepsOf(path) : 'No example of the chart leads here.'
}

const stepsOf = ({ steps }: PathDocument): string => steps.map(({ when }) => when).join(' → ')
