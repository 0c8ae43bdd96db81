import { RE2JS } from 're2js'
import { compiledOnce, reasonIn } from './compiled.ts'
import type { Pattern, Unreadable } from './engines.ts'
import { patternSize } from './pattern-size.ts'

/** Largest pattern, in steps: compiling takes time in proportion to them. */
const MAX_STEPS = 10_000
/** Larger ones are not kept: a thousand steps take about 100 kB. */
const KEPT_STEPS = 1_000

/** Compiles a regular expression in RE2 syntax, whose matching takes time in proportion to the text. */
export const pattern = compiledOnce(
  (text: string): Pattern | Unreadable => {
    if (patternSize(text) > MAX_STEPS)
      return { says: `must have at most ${MAX_STEPS} steps with its counted repeats written out` }
    try {
      const compiled = RE2JS.compile(text)
      const group = compiled.groupCount() > 0 ? 1 : 0
      const matched = (subject: string) => {
        const matcher = compiled.matcher(subject)
        if (!matcher.find()) return undefined
        return { text: matcher.group(group) ?? matcher.group(0) ?? '', end: matcher.end() }
      }
      return {
        find: (subject) => matched(subject)?.text,
        findWithin(beginning) {
          const found = matched(beginning)
          return found && found.end < beginning.length ? found.text : undefined
        },
      }
    } catch (error) {
      return {
        says: `must be a regular expression in RE2 syntax: ${reasonIn(error).replace(/^error parsing regexp: /, '')}`,
      }
    }
  },
  (text) => patternSize(text) <= KEPT_STEPS,
)
