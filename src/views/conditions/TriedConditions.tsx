import { type ComponentProps, type ReactNode, useMemo } from 'react'
import type { Tried } from '../../../machines/conditions/judging.ts'
import type { ConditionSet } from '../../domain/conditions/conditions.ts'
import type { Condition } from '../../domain/conditions/operators.ts'
import { type FormProblem, placed } from '../kit/form/field-errors.ts'
import { Badge } from '../parts/text/Badge.tsx'
import { ConditionsEditor } from './ConditionsEditor.tsx'
import { withIds } from './condition-form.ts'
import classes from './conditions.module.css'
import { conditionsField } from './conditions-field.ts'
import { ResponsePanel, type Samples } from './ResponsePanel.tsx'
import { type Judged, useJudged } from './use-judged.ts'

const NO_CONDITIONS: readonly Condition[] = []

type TriedConditionsProps = Omit<ComponentProps<typeof ConditionsEditor>, 'verdicts'> & {
  readonly samples: Samples
  /** Conditions of the project that apply to the monitor. */
  readonly common?: Tried['project']
  /** Button that runs the monitor as it is edited. */
  readonly trying?: ReactNode
}

/** Problems that only the engines find, at once: whoever types a path sees where it is wrong. */
const withFound = (shown: readonly FormProblem[], { answer, busy }: Judged): readonly FormProblem[] => {
  const found = (busy ? [] : (answer?.problems ?? []))
    .filter(({ code }) => code !== 'required')
    .map((problem) => placed({ conditions: conditionsField }, problem))
  return [...shown, ...found.filter(({ field }) => !shown.some((each) => each.field === field))]
}

const Summary = ({ judged }: { judged: Judged }) => {
  if (judged.unavailable)
    return <p className={classes.about}>Conditions cannot be tried here: the browser could not load the evaluation.</p>
  const classification = judged.answer?.classification
  if (!classification) return null
  const failed = classification.verdicts.filter(({ outcome }) => outcome !== 'none' && outcome !== 'pass').length
  return (
    <p className={classes.summary} role="status">
      With this response, a run is <Badge category={classification.category} look="soft" />
      {failed > 0 && (
        <span className="muted">{failed === 1 ? '1 condition not met' : `${failed} conditions not met`}</span>
      )}
    </p>
  )
}

/** The editor of conditions beside the last response: a click on a value makes a condition, and each says what it finds there. */
export const TriedConditions = ({ samples, common = null, trying, ...editor }: TriedConditionsProps) => {
  const { conditions, isOfProject = false, problems, onConditions, above } = editor
  const { shown } = samples
  const listed = conditions.length === 0 ? NO_CONDITIONS : conditions
  const tried = useMemo((): Tried => {
    // Each condition is tried, also one that comes after a failed one.
    const set: ConditionSet = { meta: { break_on_fail: false }, conditions: [...withIds(listed)] }
    return { outcome: shown?.outcome ?? null, set, project: common, variables: shown?.variables ?? {}, isOfProject }
  }, [shown, listed, common, isOfProject])
  const judged = useJudged(tried)
  const verdicts = useMemo(
    () =>
      new Map(
        (judged.answer?.classification?.verdicts ?? []).flatMap((one) =>
          one.scope === 'project' ? [] : [[one.id, one] as const],
        ),
      ),
    [judged.answer],
  )
  return (
    <div className={classes.frame}>
      <div className={classes.columns}>
        <ConditionsEditor
          {...editor}
          problems={withFound(problems, judged)}
          verdicts={verdicts}
          above={
            <>
              {above}
              {shown && listed.length > 0 && <Summary judged={judged} />}
            </>
          }
        />
        <ResponsePanel
          samples={samples}
          trying={trying}
          onMake={(made) => onConditions(withIds([...withIds(listed), made]))}
        />
      </div>
    </div>
  )
}
