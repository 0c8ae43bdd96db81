import { useEffect, useMemo, useRef, useState } from 'react'
import { MAX_GROUPS } from '../../contract/reports/reports.ts'
import { moved } from '../../domain/core/moved.ts'
import { useWorld } from '../core/use-world.ts'
import { usePickableMonitors } from '../monitors/use-pickable-monitors.ts'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Problem } from '../parts/form/Field.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { Card } from '../parts/text/Card.tsx'
import { GroupItem } from './GroupItem.tsx'
import classes from './report-form.module.css'
import type { FormGroup, FormRow, ReportFormState } from './report-form.ts'

/** Id of a group in the form. */
const groupElementId = (at: number): string => fieldId(`groups[${at}]`)

/** The groups of a report in order, each with its rows. */
export const GroupsCard = ({ form }: { form: ReportFormState }) => {
  const world = useWorld()
  const { groups } = form.draft
  const { monitors, complete } = usePickableMonitors()
  const byId = useMemo(() => new Map(monitors.map(({ id, name }) => [id, name])), [monitors])
  const [told, tell] = useState('')
  const wanted = useRef<string | null>(null)
  // What is moved takes the focus along; a name that was made up is selected, so that typing replaces it.
  useEffect(() => {
    const element = wanted.current === null ? null : document.getElementById(wanted.current)
    element?.focus()
    if (element instanceof HTMLInputElement) element.select()
    wanted.current = null
  })
  const nameOf = (row: FormRow): string =>
    row.label ?? byId.get(row.call_id) ?? (complete ? 'Deleted monitor' : row.call_id)
  const change = (next: readonly FormGroup[], words: string, focus: string | null = null) => {
    wanted.current = focus
    tell(words)
    form.change('groups', [...next])
  }
  const problems = form.problems.filter(({ field }) => field.startsWith('groups'))
  const own = problems.find(({ field }) => !field.startsWith('groups['))
  const moveTo = (from: number, at: number, into: number) => {
    const [source, target] = [groups[from], groups[into]]
    const row = source?.rows[at]
    if (!source || !target || !row) return
    const next = groups
      .with(from, { ...source, rows: source.rows.toSpliced(at, 1) })
      .with(into, { ...target, rows: [...target.rows, row] })
    change(next, `${nameOf(row)} is now in ${target.name}`, `${groupElementId(into)}-${target.rows.length}-handle`)
  }
  return (
    <Card
      title="Groups"
      sub={groups.length === 0 ? 'none' : `${groups.length}`}
      actions={
        groups.length < MAX_GROUPS && (
          <FormButton
            kind="secondary"
            size="small"
            icon="plus"
            label="Add group"
            onPress={() =>
              change(
                [...groups, { id: world.newId(), name: `Group ${groups.length + 1}`, rows: [] }],
                'Group added',
                `${groupElementId(groups.length)}-name`,
              )
            }
          />
        )
      }
    >
      <div className="stack" id={fieldId('groups')} tabIndex={-1}>
        <p className="sr" role="status">
          {told}
        </p>
        {groups.length === 0 && (
          <p className="muted">
            No groups yet. Add monitors: each group is a table, with a line for all of them together.
          </p>
        )}
        {groups.length > 0 && (
          <div className={classes.groups} data-sort-list>
            {groups.map((group, at) => (
              <GroupItem
                key={group.id}
                id={groupElementId(at)}
                group={group}
                at={at}
                groups={groups}
                nameOf={nameOf}
                isGone={(row) => complete && !byId.has(row.call_id)}
                problems={problems.filter(({ field }) => field.startsWith(`groups[${at}]`))}
                onMove={(to, isByKey) =>
                  change(
                    moved(groups, at, to),
                    `${group.name} is now group ${to + 1} of ${groups.length}`,
                    isByKey ? `${groupElementId(to)}-handle` : null,
                  )
                }
                onChange={(next, words, focus) => change(groups.with(at, next), words, focus)}
                onMoveRow={(row, into) => moveTo(at, row, into)}
                onRemove={() => change(groups.toSpliced(at, 1), `${group.name} removed`, fieldId('groups'))}
              />
            ))}
          </div>
        )}
        {own && <Problem id={`${fieldId('groups')}-error`}>{own.message}</Problem>}
      </div>
    </Card>
  )
}
