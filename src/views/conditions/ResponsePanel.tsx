import { type ReactNode, useMemo, useState } from 'react'
import type { Condition } from '../../domain/conditions/operators.ts'
import { useLocationName } from '../agents/use-location-name.ts'
import { Go } from '../parts/act/Go.tsx'
import { PickTree } from '../parts/form/PickTree.tsx'
import { Segmented } from '../parts/form/Segmented.tsx'
import { Card } from '../parts/text/Card.tsx'
import { Spinner } from '../parts/text/Spinner.tsx'
import { Time } from '../parts/text/Time.tsx'
import classes from './conditions.module.css'
import { moreOf, responseNodes, visibleRows } from './response-nodes.ts'
import type { Sample } from './sample-response.ts'

/** The responses that conditions can be tried against, and the one that is shown. */
export type Samples = {
  readonly shown: Sample | null
  readonly all: readonly Sample[]
  readonly isLoading: boolean
  readonly onShow: (id: string) => void
}

const KINDS = { result: 'Last result', trial: 'Test run' } as const

const ResponseTree = ({ sample, onMake }: { sample: Sample; onMake: (made: Condition) => void }) => {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set(['body']))
  const [pages, setPages] = useState<ReadonlyMap<string, number>>(new Map())
  const top = useMemo(() => responseNodes(sample.outcome), [sample])
  const { rows, nodes } = useMemo(() => visibleRows(top, { open, pages }), [top, open, pages])
  const pick = (id: string) => {
    const more = moreOf(id)
    const makes = nodes.get(id)?.makes
    if (more !== null) setPages(new Map([...pages, [more, (pages.get(more) ?? 1) + 1]]))
    else if (makes) onMake(makes)
  }
  const toggle = (id: string) =>
    setOpen(open.has(id) ? new Set([...open].filter((each) => each !== id)) : new Set([...open, id]))
  return <PickTree className={classes.tree} label="Response values" rows={rows} onPick={pick} onToggle={toggle} />
}

type ResponsePanelProps = {
  readonly samples: Samples
  readonly onMake: (made: Condition) => void
  /** Button that runs the monitor as it is edited. */
  readonly trying?: ReactNode
}

/** The last response as a tree. Picking a value adds a condition for it. */
export const ResponsePanel = ({ samples, onMake, trying }: ResponsePanelProps) => {
  const { shown, all, isLoading, onShow } = samples
  const locationName = useLocationName()
  return (
    <Card
      title="Response"
      sub={shown ? undefined : 'none yet'}
      actions={
        <>
          {shown?.kind === 'result' && (
            <Go to="result" params={{ resultId: shown.id }} kind="ghost" size="small">
              Open result
            </Go>
          )}
          {trying}
        </>
      }
    >
      <div className="stack">
        {all.length > 1 && (
          <Segmented
            label="Response to try conditions against"
            value={shown?.id ?? ''}
            onValue={onShow}
            options={all.map(({ id, kind }) => ({ value: id, label: KINDS[kind] }))}
          />
        )}
        {shown ? (
          <>
            <p className={classes.about}>
              {shown.kind === 'trial' ? 'Test run ' : 'Newest result, '}
              <Time at={shown.at} /> from {locationName(shown.locationId)}. Pick a value to add a condition for it.
            </p>
            {shown.isMasked && (
              <p className={classes.about}>Secrets in it are masked. Masked values never match a condition.</p>
            )}
            {shown.outcome.isCut && (
              <p className={classes.about}>
                Only the beginning of the body is shown. Conditions on its JSON or XML are evaluated when the monitor
                runs.
              </p>
            )}
            <ResponseTree sample={shown} onMake={onMake} />
          </>
        ) : isLoading ? (
          <p className="row">
            <Spinner small /> Loading the last response
          </p>
        ) : (
          <p className="muted">
            There is no response yet. Run the monitor or try it, then click a value here to add a condition for it.
          </p>
        )}
      </div>
    </Card>
  )
}
