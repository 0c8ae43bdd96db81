import { COMPARED_WORDS } from '../../domain/conditions/comparison.ts'
import type { Verdict } from '../../domain/conditions/conditions.ts'
import { Badge } from '../parts/text/Badge.tsx'
import type { Status } from '../parts/text/category.ts'
import { effectWords } from './condition-words.ts'
import classes from './conditions.module.css'

const CATEGORY_OF: Readonly<Record<Verdict['outcome'], Status | null>> = {
  none: null,
  pass: null,
  slow: 'SLOW',
  warning: 'WARNING',
  fail: 'FAIL',
}

/** The verdict of a condition on the response beside the editor. */
export const VerdictLine = ({ verdict, isMasked }: { verdict: Verdict; isMasked: boolean }) => {
  const { verdict: isTrue, outcome, actual, note, message, compared } = verdict
  return (
    <p className={classes.verdict} data-verdict={isTrue} data-outcome={outcome}>
      <Badge
        category={CATEGORY_OF[outcome] ?? (isTrue ? 'PASS' : 'SKIPPED')}
        word={isTrue ? 'True' : 'False'}
        look="soft"
      />
      <span>
        {effectWords(outcome)}
        {message ? `: “${message}”` : ''}
      </span>
      {note === undefined ? (
        <span className={classes.actual}>
          {actual === null ? (
            'no value'
          ) : (
            <>
              value <code data-tip={actual}>{actual === '' ? 'empty text' : actual}</code>
              {compared !== undefined && `, compared ${COMPARED_WORDS[compared]}`}
            </>
          )}
        </span>
      ) : (
        <span className={classes.note}>{note}</span>
      )}
      {isMasked && <span className={classes.note}>This value is masked. Masked values never match.</span>}
    </p>
  )
}
