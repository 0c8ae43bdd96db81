import classes from './Badge.module.css'
import { categoryWords, type Status } from './category.ts'
import { classNames } from './class-names.ts'
import { StatusShape } from './StatusShape.tsx'

type BadgeProps = {
  category: Status
  /** In place of the category's own word: "Failed", "Up", "Offline". */
  word?: string
  /** `soft`: on its own ground also when passing, as beside titles. `plain`: no ground and no room around it. */
  look?: 'soft' | 'plain' | undefined
}

/** A result's category, or that there is no data: shape, word and colour. In tables only the shape shows on narrow screens; the word is still read out. */
export const Badge = ({ category, word = categoryWords[category], look }: BadgeProps) => (
  <span className={classNames(classes.badge, look ? classes[look] : classes.shrinks)} data-category={category}>
    <StatusShape category={category} />
    <span className={classes.word}>{word}</span>
  </span>
)

/** What became of a condition: null where it was not looked at. */
export const Verdict = ({ held }: { held: boolean | null }) =>
  held === null ? (
    <Badge category="SKIPPED" word="Not judged" />
  ) : (
    <Badge category={held ? 'PASS' : 'FAIL'} word={held ? 'Held' : 'Failed'} />
  )
