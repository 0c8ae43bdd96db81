import { formats } from '../text/format.ts'
import { Icon } from '../text/Icon.tsx'
import type { IconName } from '../text/icons.ts'
import { Act } from './Act.tsx'
import type { ActSpec } from './acts.ts'
import classes from './BulkBar.module.css'
import { Kbd } from './Kbd.tsx'

export type BulkAct = ActSpec & {
  readonly icon: IconName
  readonly label: string
  readonly danger?: boolean | undefined
  /** Hidden on phones. */
  readonly hide?: boolean | undefined
}

type BulkBarProps = {
  readonly count: number
  /** Selected rows that a filter hides: the actions leave them alone. */
  readonly hidden: number
  readonly of: string
  readonly acts: readonly BulkAct[]
  readonly clearing: ActSpec
}

/** Bar shown while rows are selected: their number, that of those which a filter hides, bulk actions, and Esc to clear. */
export const BulkBar = (props: BulkBarProps) => {
  if (props.count + props.hidden === 0) return null
  const many = formats.count(props.count)
  return (
    <div className={classes.bar} data-bar="" role="toolbar" aria-label={`Actions on ${many} selected ${props.of}`}>
      <output>
        {many} selected
        {props.hidden > 0 && (
          <>
            , {formats.count(props.hidden)} hidden<span className="hide-s"> by the filter</span>
          </>
        )}
      </output>
      {(props.count > 0 ? props.acts : []).map(({ danger, hide, ...act }) => (
        <Act
          key={act.command}
          {...act}
          kind={danger ? 'danger-ghost' : 'ghost'}
          size="small"
          className={hide ? `${classes.act} hide-s` : classes.act}
        />
      ))}
      <Act {...props.clearing} kind="ghost" size="small" label="Clear selection">
        <Icon name="close" />
        <Kbd keys="Escape" />
      </Act>
    </div>
  )
}
