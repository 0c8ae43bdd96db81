import type { Condition } from '../../domain/conditions/operators.ts'
import { consequenceWords, questionPieces } from './condition-words.ts'
import classes from './conditions.module.css'

/** A condition as one sentence. */
export const ConditionSentence = ({ condition }: { condition: Condition }) => (
  <>
    {condition.name && <strong className={classes.named}>{condition.name}: </strong>}
    {questionPieces(condition).map(({ text, code }, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the order of the words is their identity
      <span key={place}>
        {place > 0 && ' '}
        {code ? <code className={classes.code}>{text}</code> : text}
      </span>
    ))}
    <span className={classes.consequence}> · {consequenceWords(condition)}</span>
  </>
)
