import { type ReactNode, useMemo } from 'react'
import type { Tried } from '../../../machines/conditions/judging.ts'
import type { Condition } from '../../domain/conditions/operators.ts'
import type { Group } from '../../domain/conditions/sources.ts'
import { useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { useWorld } from '../core/use-world.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { RecordForm } from '../kit/form/RecordForm.tsx'
import { useRecordForm } from '../kit/form/use-record-form.ts'
import { Checkbox } from '../parts/form/Checkbox.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { PageHead } from '../parts/text/PageHead.tsx'
import { Tabs } from '../parts/text/Tabs.tsx'
import { ConditionsEditor } from './ConditionsEditor.tsx'
import type { ConditionProps } from './condition-props.ts'
import { withFound } from './found-problems.ts'
import { LastChange } from './LastChange.tsx'
import { type ProjectSet, sliceOf, sliceTable, withNewIds } from './slice-table.ts'
import { useJudged } from './use-judged.ts'
import { useSchemaTexts } from './use-schema-texts.ts'

/** A screen of conditions for all monitors. */
export type Slice = {
  readonly groups: readonly Group[]
  /** Title of the card: "Latency". */
  readonly title: string
  readonly empty: ReactNode
  readonly above?: ReactNode
  readonly heads?: ReactNode
  readonly face?: (props: ConditionProps) => ReactNode
  readonly onNew?: () => Condition
  /** The screen edits the setting that all groups share. */
  readonly withBreak?: true
}

const SliceTabs = ({ set }: { set: ProjectSet }) => {
  const count = (...groups: Group[]) => sliceOf(set, groups).length || null
  return (
    <Tabs
      label="Conditions for all monitors"
      tabs={[
        { to: 'assertions-latency', label: 'Latency', count: count('timing') },
        { to: 'assertions-http', label: 'Status codes', count: count('status') },
        { to: 'assertions-headers', label: 'Headers', count: count('header') },
        { to: 'assertions-body', label: 'Size and body', count: count('size', 'body') },
      ]}
    />
  )
}

/** There is no response to try conditions of a project against: their expressions are only checked. */
const triedOf = (conditions: readonly Condition[]): Tried => ({
  outcome: null,
  set: { meta: {}, conditions: [...conditions] },
  project: null,
  variables: {},
  isOfProject: true,
})

const SliceForm = ({ slice, set }: { slice: Slice; set: ProjectSet }) => {
  const { groups, title, empty, above, heads, face, onNew, withBreak } = slice
  const world = useWorld()
  const table = useMemo(() => sliceTable(groups), [groups])
  const form = useRecordForm({
    table,
    key: `project-conditions:${groups.join()}`,
    base: table.formOf(set),
    versions: {
      version: set.meta.versions,
      versionOf: (row) => row.meta.versions,
      reread: () => world.call('project-conditions.read', {}),
    },
    async save({ conditions, breakOnFail, numericTexts }, { world, version }) {
      const meta = {
        groups: [...groups],
        versions: version,
        ...(withBreak && breakOnFail !== set.meta.break_on_fail && { break_on_fail: breakOnFail }),
        ...(numericTexts !== set.meta.numeric_texts && { numeric_texts: numericTexts }),
      }
      const answer = await world.call('project-conditions.replace', { body: { meta, conditions } })
      world.tell('Conditions for all monitors saved')
      return answer
    },
  })
  const { draft, problems, change, touch, newer, opened } = form
  const withTexts = useSchemaTexts(draft.conditions)
  const judged = useJudged(useMemo(() => triedOf(withTexts(draft.conditions)), [draft.conditions, withTexts]))
  return (
    <RecordForm form={form} noun="set of conditions" label={title} columns="">
      {newer !== null && <LastChange before={opened.conditions} after={newer.conditions} />}
      <ConditionsEditor
        isOfProject
        title={title}
        empty={empty}
        above={above}
        heads={heads}
        groups={groups}
        {...(face && { face })}
        {...(onNew && { onNew })}
        conditions={draft.conditions}
        problems={withFound(problems, judged)}
        nameNew={withNewIds}
        onConditions={(conditions) => change('conditions', conditions)}
        numericTexts={draft.numericTexts}
        onNumericTexts={(numericTexts) => change('numericTexts', numericTexts)}
        onLeave={touch}
      />
      {withBreak && (
        <Checkbox
          checked={draft.breakOnFail}
          onValue={(breakOnFail) => change('breakOnFail', breakOnFail)}
          hint="Applies to the conditions of the project in all groups, and to those of each monitor."
        >
          Stop after the first failed condition
        </Checkbox>
      )}
    </RecordForm>
  )
}

/** Conditions for all monitors of the project, those of some groups. */
export const ProjectConditions = ({ slice }: { slice: Slice }) => {
  const { data, error, status, refetch } = useResource('project-conditions.read', {})
  const slow = useSlow(status === 'pending' && !data)
  useTitle()
  if (!data) {
    if (error) return <LoadError page error={error} refetch={refetch} />
    return slow ? <Loading label="Conditions" /> : null
  }
  return (
    <>
      <PageHead
        title="Conditions for all monitors"
        lead="Every result of this project is checked against them, before the conditions of its monitor."
      />
      <SliceTabs set={data} />
      <SliceForm key={slice.groups.join()} slice={slice} set={data} />
    </>
  )
}
