import { moved } from '../../domain/core/moved.ts'
import type { FormProblem } from '../kit/form/field-errors.ts'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Problem } from '../parts/form/Field.tsx'
import { Select } from '../parts/form/Select.tsx'
import { SortHandle } from '../parts/form/SortHandle.tsx'
import { TextInput } from '../parts/form/TextInput.tsx'
import classes from './report-form.module.css'
import type { FormGroup, FormRow } from './report-form.ts'

type Change = (group: FormGroup, words: string, focus?: string | null) => void

type GroupItemProps = {
  readonly id: string
  readonly group: FormGroup
  readonly at: number
  readonly groups: readonly FormGroup[]
  readonly nameOf: (row: FormRow) => string
  /** Whether its monitor was deleted. */
  readonly isGone: (row: FormRow) => boolean
  readonly problems: readonly FormProblem[]
  readonly onMove: (to: number, isByKey: boolean) => void
  readonly onChange: Change
  readonly onMoveRow: (row: number, into: number) => void
  readonly onRemove: () => void
}

type RowItemProps = Pick<GroupItemProps, 'id' | 'group' | 'groups' | 'at' | 'nameOf' | 'isGone' | 'onMoveRow'> & {
  readonly onChange: Change
  readonly row: FormRow
  readonly index: number
  readonly problem: string | undefined
}

const RowItem = (props: RowItemProps) => {
  const { id, group, groups, at, nameOf, isGone, onChange, onMoveRow, row, index, problem } = props
  const number = index + 1
  const name = nameOf({ ...row, label: null })
  const move = (to: number, focus: string | null) =>
    onChange(
      { ...group, rows: [...moved(group.rows, index, to)] },
      `${name} is now row ${to + 1} of ${group.rows.length}`,
      focus,
    )
  return (
    <li className={classes.row} data-sort-row>
      <SortHandle
        id={`${id}-${index}-handle`}
        label={`Move row ${number} of ${group.name}`}
        index={index}
        count={group.rows.length}
        onMove={(to, isByKey) => move(to, isByKey ? `${id}-${to}-handle` : null)}
      />
      <span className="trunc">
        {name}
        {isGone(row) && <small className="bad"> no figures</small>}
        {row.dest_ip !== null && <small className="muted"> {row.dest_ip}</small>}
      </span>
      <TextInput
        small
        label={`Label of row ${number} of ${group.name}`}
        placeholder="Label, if not its name"
        value={row.label ?? ''}
        onValue={(label) =>
          onChange({ ...group, rows: group.rows.with(index, { ...row, label: label === '' ? null : label }) }, '')
        }
      />
      {groups.length > 1 && (
        <Select
          small
          label={`Group of row ${number} of ${group.name}`}
          value={group.id}
          options={groups.map((each, nth) => ({ value: each.id, label: each.name.trim() || `Group ${nth + 1}` }))}
          onValue={(into) =>
            onMoveRow(
              index,
              groups.findIndex((each) => each.id === into),
            )
          }
        />
      )}
      <FormButton
        kind="ghost"
        size="small"
        icon="trash"
        iconOnly
        label={`Remove row ${number} of ${group.name}`}
        onPress={() => onChange({ ...group, rows: group.rows.toSpliced(index, 1) }, `${name} removed`, `${id}-name`)}
      />
      {problem !== undefined && (
        <div className={classes.rowProblem}>
          <Problem>{problem}</Problem>
        </div>
      )}
      <span className="sr">{`Group ${at + 1}`}</span>
    </li>
  )
}

/** A group of the form: its name, its rows, and what can be done with them. */
export const GroupItem = (props: GroupItemProps) => {
  const { id, group, at, groups, problems, onMove, onChange, onRemove } = props
  const number = at + 1
  const own = problems.find(({ field }) => !field.includes('.rows['))
  return (
    <fieldset className={classes.group} id={id} tabIndex={-1} data-sort-row>
      <legend className="sr">{`Group ${number}: ${group.name}`}</legend>
      <div className={classes.groupHead}>
        <SortHandle
          id={`${id}-handle`}
          label={`Move group ${number}`}
          index={at}
          count={groups.length}
          onMove={onMove}
        />
        <TextInput
          id={`${id}-name`}
          label={`Name of group ${number}`}
          value={group.name}
          maxLength={400}
          invalid={own !== undefined}
          onValue={(name) => onChange({ ...group, name }, '')}
        />
        <FormButton
          kind="ghost"
          size="small"
          icon="trash"
          iconOnly
          label={`Remove group ${number}`}
          onPress={onRemove}
        />
      </div>
      {own && <Problem id={`${id}-error`}>{own.message}</Problem>}
      {group.rows.length === 0 ? (
        <p className="muted small">No monitors in this group yet.</p>
      ) : (
        <ul className={classes.rows} data-sort-list>
          {group.rows.map((row, index) => (
            <RowItem
              key={row.id}
              {...props}
              row={row}
              index={index}
              problem={problems.find(({ field }) => field.includes(`.rows[${index}]`))?.message}
            />
          ))}
        </ul>
      )}
    </fieldset>
  )
}
