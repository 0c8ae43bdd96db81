import { RE2JS } from 're2js'
import { compiledOnce, reasonIn } from './compiled.ts'
import type { Pattern, Unreadable } from './engines.ts'

/** Longest pattern: compiling takes time in proportion to it. */
const MAX_PATTERN_LENGTH = 4_096

/** Compiles a regular expression in RE2 syntax, whose matching takes time in proportion to the text. */
export const pattern = compiledOnce((text: string): Pattern | Unreadable => {
  if (text.length > MAX_PATTERN_LENGTH) return { says: `must have at most ${MAX_PATTERN_LENGTH} characters` }
  try {
    const compiled = RE2JS.compile(text)
    const group = compiled.groupCount() > 0 ? 1 : 0
    return {
      find: (subject) => {
        const matcher = compiled.matcher(subject)
        return matcher.find() ? (matcher.group(group) ?? matcher.group(0) ?? '') : undefined
      },
    }
  } catch (error) {
    return {
      says: `must be a regular expression in RE2 syntax: ${reasonIn(error).replace(/^error parsing regexp: /, '')}`,
    }
  }
})
