import { hangsOnNumericTexts, type NumericTexts } from '../../domain/conditions/comparison.ts'
import type { Condition } from '../../domain/conditions/operators.ts'
import { Checkbox } from '../parts/form/Checkbox.tsx'

type NumericTextsFieldProps = {
  readonly conditions: readonly Condition[]
  readonly value: NumericTexts
  readonly onValue: (value: NumericTexts) => void
}

/** Setting that compares texts in JSON as numbers; nothing where no condition hangs on it. */
export const NumericTextsField = ({ conditions, value, onValue }: NumericTextsFieldProps) =>
  conditions.some(hangsOnNumericTexts) ? (
    <Checkbox
      checked={value === 'number'}
      onValue={(isChecked) => onValue(isChecked ? 'number' : 'text')}
      hint="Then “1.10” equals 1.1, and “007” equals 7. Otherwise a text in JSON equals the same text alone."
    >
      Compare texts in JSON as numbers
    </Checkbox>
  ) : null
