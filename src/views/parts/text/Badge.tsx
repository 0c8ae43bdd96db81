import classes from './Badge.module.css'
import { categoryWords, type Status } from './category.ts'
import { classNames } from './class-names.ts'
import { StatusShape } from './StatusShape.tsx'

type BadgeProps = {
  category: Status
  /** Replaces the category's own word: "Failed", "Up", "Offline". */
  word?: string | undefined
  /** `soft`: tinted background also when sessionStore, for titles. `plain`: no background or padding. */
  look?: 'soft' | 'plain' | undefined
}

/** Badge of a result category or of no data: shape, word and colour. Narrow tables show only the shape; screen readers still get the word. */
export const Badge = ({ category, word = categoryWords[category], look }: BadgeProps) => (
  <span className={classNames(classes.badge, look ? classes[look] : classes.shrinks)} data-category={category}>
    <StatusShape category={category} />
    <span className={classes.word}>{word}</span>
  </span>
)

/** Badge of a condition's outcome; null if it was not evaluated. */
export const Verdict = ({ held }: { held: boolean | null }) =>
  held === null ? (
    <Badge category="SKIPPED" word="Did not apply" />
  ) : (
    <Badge category={held ? 'PASS' : 'FAIL'} word={held ? 'Held' : 'Failed'} />
  )
