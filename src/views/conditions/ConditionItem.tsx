import type { ReactNode } from 'react'
import type { Verdict } from '../../domain/conditions/conditions.ts'
import { MASK } from '../../domain/secrets/masking.ts'
import { FormButton } from '../parts/act/FormButton.tsx'
import { Checkbox } from '../parts/form/Checkbox.tsx'
import { FoldButton } from '../parts/form/Fold.tsx'
import { fieldId } from '../parts/form/field-id.ts'
import { SortHandle } from '../parts/form/SortHandle.tsx'
import { classNames } from '../parts/text/class-names.ts'
import { ConditionFields } from './ConditionFields.tsx'
import { ConditionSentence } from './ConditionSentence.tsx'
import type { ConditionProps } from './condition-props.ts'
import classes from './conditions.module.css'
import { VerdictLine } from './VerdictLine.tsx'

export type ItemProps = ConditionProps & {
  readonly count: number
  readonly open: boolean
  /** Null where there is no response, or none that is evaluated yet. */
  readonly verdict: Verdict | null
  /** Stands for the sentence, with controls of its own. */
  readonly face?: ReactNode
  readonly onOpen: (open: boolean) => void
  readonly onMove: (to: number, isByKey: boolean) => void
  readonly onCopy: () => void
  readonly onRemove: () => void
}

/** A condition in a list: its sentence, its verdict, and its fields once it is unfolded. */
export const ConditionItem = (props: ItemProps) => {
  const { condition, index, count, open, verdict, face, onChange, onOpen, onMove, onCopy, onRemove } = props
  const number = index + 1
  const id = fieldId(`conditions[${index}]`)
  const isOff = condition.enabled === false
  const fold = (
    <FoldButton
      id={`${id}-fold`}
      controls={`${id}-fields`}
      open={open}
      onOpen={onOpen}
      className={classNames(isOff && classes.off)}
    >
      {face ? (
        <span className="sr">{`Details of condition ${number}`}</span>
      ) : (
        <ConditionSentence condition={condition} />
      )}
    </FoldButton>
  )
  return (
    <fieldset className={classes.condition} id={id} tabIndex={-1} data-sort-row>
      <legend className="sr">{`Condition ${number}`}</legend>
      <div className={classNames(classes.head, face ? classes.faced : undefined)}>
        <SortHandle id={`${id}-handle`} label={`Move condition ${number}`} {...{ index, count, onMove }} />
        <Checkbox
          label={`Check condition ${number}`}
          checked={!isOff}
          onValue={(enabled) => onChange({ ...condition, enabled })}
        />
        {face}
        {fold}
        <span className={classes.acts}>
          <FormButton
            kind="ghost"
            size="small"
            icon="copy"
            iconOnly
            label={`Duplicate condition ${number}`}
            onPress={onCopy}
          />
          <FormButton
            kind="ghost"
            size="small"
            icon="trash"
            iconOnly
            label={`Remove condition ${number}`}
            onPress={onRemove}
          />
        </span>
      </div>
      {isOff ? (
        <p className={classes.verdict}>Off: it is not checked.</p>
      ) : (
        verdict && <VerdictLine verdict={verdict} isMasked={verdict.actual?.includes(MASK) ?? false} />
      )}
      {open && <ConditionFields {...props} />}
    </fieldset>
  )
}
