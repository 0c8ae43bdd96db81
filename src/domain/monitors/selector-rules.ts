import { placeholdersIn } from '../core/placeholders.ts'
import { type Problem, problem } from '../core/problem.ts'
import type { Assertion } from './browser-assertions.ts'

/** Strings and escapes of a selector, which may contain any character. */
const QUOTED = /\\.|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/gs
/** Marks of selectors that are not CSS: a chain, the name of another language, a path of XPath. */
const NOT_CSS = />>|^\s*[\w:-]+\s*=|^\s*\(*(?:\/|\.\.)/

/** The field error of a selector that is in another language than CSS; the browser finds what else is wrong with it. */
export const selectorProblems = (selector: string, field: string): Problem[] =>
  NOT_CSS.test(selector.replace(QUOTED, ' '))
    ? [problem(field, 'invalid', 'must be a CSS selector such as main h1, without >> and without a prefix like text=.')]
    : []

/** Field errors of selectors with a secret variable: which elements such a selector finds would reveal the secret bit by bit. */
export const secretSelectorProblems = (
  assertions: readonly Pick<Assertion, 'kind' | 'value'>[],
  isSecret: (variable: string) => boolean,
): Problem[] =>
  assertions.flatMap(({ kind, value }, index) => {
    const secret = kind === 'selector_visible' ? placeholdersIn(value).find(isSecret) : undefined
    return secret === undefined
      ? []
      : [problem(`assertions[${index}].value`, 'forbidden', `must not use ${secret} in a selector: it is a secret.`)]
  })
