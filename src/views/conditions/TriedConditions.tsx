import { type ComponentProps, type ReactNode, useMemo, useRef } from 'react'
import type { Tried } from '../../../machines/conditions/judging.ts'
import { withIds } from '../../domain/conditions/condition-ids.ts'
import type { ConditionSet, Verdict } from '../../domain/conditions/conditions.ts'
import type { Condition } from '../../domain/conditions/operators.ts'
import { expressionOf } from '../../domain/conditions/slow-conditions.ts'
import { useWorld } from '../core/use-world.ts'
import { Badge } from '../parts/text/Badge.tsx'
import { ConditionsEditor } from './ConditionsEditor.tsx'
import { storing } from './condition-form.ts'
import { sentenceOf } from './condition-words.ts'
import classes from './conditions.module.css'
import { withFound } from './found-problems.ts'
import { ResponsePanel, type Samples } from './ResponsePanel.tsx'
import { type Judged, useJudged } from './use-judged.ts'
import { useSchemaTexts } from './use-schema-texts.ts'

const NO_CONDITIONS: readonly Condition[] = []

type TriedConditionsProps = Omit<ComponentProps<typeof ConditionsEditor>, 'verdicts'> & {
  readonly samples: Samples
  /** Conditions of the project that apply to the monitor. */
  readonly common?: Tried['project']
  /** Button that runs the monitor as it is edited. */
  readonly trying?: ReactNode
}

/** Verdicts by the ids of their conditions. One that is not complete has none. */
const verdictsOf = ({ answer, tried }: Judged): ReadonlyMap<string, Verdict> => {
  const wrong = new Set(
    (answer?.problems ?? []).map(({ field }) => tried?.set.conditions[Number(/\d+/.exec(field)?.[0])]?.id),
  )
  const own = (answer?.classification?.verdicts ?? []).filter(({ id, scope }) => scope !== 'project' && !wrong.has(id))
  return new Map(own.map((one) => [one.id, one]))
}

const Summary = ({ judged }: { judged: Judged }) => {
  if (judged.unavailable)
    return <p className={classes.about}>Conditions cannot be tried here: the browser could not load the evaluation.</p>
  const classification = judged.answer?.classification
  if (!classification) return null
  const failed = classification.verdicts.filter(({ outcome }) => outcome !== 'none' && outcome !== 'pass')
  const common = failed.filter(({ scope }) => scope === 'project').length
  const words = failed.length === 1 ? '1 condition not met' : `${failed.length} conditions not met`
  return (
    <p className={classes.summary} role="status">
      With this response, a run is <Badge category={classification.category} look="soft" />
      {failed.length > 0 && (
        <span className="muted">{common > 0 ? `${words}, ${common} of them for all monitors` : words}</span>
      )}
    </p>
  )
}

/** The editor of conditions beside the last response: a click on a value makes a condition, and each says what it finds there. */
export const TriedConditions = ({ samples, common = null, trying, ...editor }: TriedConditionsProps) => {
  const { conditions, isOfProject = false, problems, onConditions, above, numericTexts } = editor
  const { shown } = samples
  const world = useWorld()
  const listed = conditions.length === 0 ? NO_CONDITIONS : conditions
  const withTexts = useSchemaTexts(useMemo(() => [...listed, ...(common?.conditions ?? [])], [listed, common]))
  const tried = useMemo((): Tried => {
    // Each condition is tried, also one that comes after a failed one.
    const set: ConditionSet = {
      meta: { break_on_fail: false, numeric_texts: numericTexts },
      conditions: [...withTexts(withIds(listed))],
    }
    const project = common && { ...common, conditions: withTexts(common.conditions) }
    return { outcome: shown?.outcome ?? null, set, project, variables: shown?.variables ?? {}, isOfProject }
  }, [shown, listed, common, isOfProject, withTexts, numericTexts])
  const judged = useJudged(tried)
  const verdicts = useMemo(() => verdictsOf(judged), [judged])
  /** Conditions as clicks on values made them, by their ids. */
  const clicked = useRef(new Map<string, Condition>())
  const make = (made: Condition) => {
    const all = withIds(listed)
    const isThere = all.some((one) => expressionOf(one) === expressionOf(made))
    world.tell(isThere ? 'This condition is there already.' : `Condition added: ${sentenceOf(made)}`)
    if (isThere) return
    const next = withIds([...all, made])
    const id = next.at(-1)?.id
    if (id !== undefined) clicked.current.set(id, made)
    onConditions(next)
  }
  const change = (next: readonly Condition[]) => {
    const before = new Map(withIds(listed).map((one) => [one.id, one] as const))
    const changed = next.map((one) => {
      const id = one.id ?? ''
      const [was, made] = [before.get(id), clicked.current.get(id)]
      const stored = was && made ? storing(was, one, made) : one
      if (stored !== one) world.tell(`The value is stored and not compared any more: ${sentenceOf(stored)}.`)
      return stored
    })
    onConditions(changed)
  }
  return (
    <div className={classes.frame}>
      <div className={classes.columns}>
        <ConditionsEditor
          {...editor}
          onConditions={change}
          problems={withFound(problems, judged)}
          verdicts={verdicts}
          above={
            <>
              {above}
              {shown && listed.length > 0 && <Summary judged={judged} />}
            </>
          }
        />
        <ResponsePanel samples={samples} trying={trying} onMake={make} />
      </div>
    </div>
  )
}
