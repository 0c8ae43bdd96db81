import { type JSONPathQuery, jsonpath } from 'json-p3'
import { compareNumbers } from '../core/decimals.ts'
import { holdsExact } from '../core/exact-json.ts'
import { ExactNumber, numberOf } from '../core/exact-number.ts'

const { InfixExpression, PrefixExpression, LogicalExpression, FilterQuery, FunctionExtension, NumberLiteral } =
  jsonpath.expressions
type Expression = jsonpath.expressions.FilterExpression

/** The value of a comparison's side: queries in comparisons lead to one value at most. */
const single = (side: unknown): unknown =>
  side instanceof jsonpath.JSONPathNodeList && side.length === 1 ? side.values()[0] : side

const numberText = (value: unknown): string | null =>
  typeof value === 'number' || value instanceof ExactNumber ? String(value) : null

/** The order of two values; NaN if they are not both numbers. */
const order = (a: unknown, b: unknown): number => {
  const [left, right] = [numberText(a), numberText(b)]
  return left === null || right === null ? Number.NaN : compareNumbers(left, Number(left), right, Number(right))
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !(value instanceof ExactNumber)

/** Equality of JSON values, with numbers by their decimal value. */
const isSame = (a: unknown, b: unknown): boolean => {
  if (a === b) return true
  if (!isObject(a) || !isObject(b)) return order(a, b) === 0
  const names = Object.keys(a)
  return (
    Array.isArray(a) === Array.isArray(b) &&
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSame(a[name], b[name]))
  )
}

const COMPARISONS: Readonly<Record<string, (a: unknown, b: unknown) => boolean>> = {
  '==': isSame,
  '!=': (a, b) => !isSame(a, b),
  '<': (a, b) => order(a, b) < 0,
  '>': (a, b) => order(a, b) > 0,
  '<=': (a, b) => order(a, b) < 0 || isSame(a, b),
  '>=': (a, b) => order(a, b) > 0 || isSame(a, b),
}

/** Makes a comparison exact if a side is or holds a number that no double holds. */
const compareExactly = (comparison: jsonpath.expressions.InfixExpression): void => {
  const usual = comparison.evaluate.bind(comparison)
  const { left, right, operator } = comparison
  comparison.evaluate = (context) => {
    const [a, b] = [single(left.evaluate(context)), single(right.evaluate(context))]
    return holdsExact(a) || holdsExact(b) ? (COMPARISONS[operator]?.(a, b) ?? false) : usual(context)
  }
}

/** Makes the expression and all within it exact; true if it has a literal that no double holds. */
const inExpression = (expression: Expression): boolean => {
  if (expression instanceof NumberLiteral) {
    const literal = numberOf(expression.token.value)
    // The library's type of an evaluated literal is any value.
    if (literal instanceof ExactNumber) expression.evaluate = () => literal as unknown as number
    return literal instanceof ExactNumber
  }
  if (expression instanceof InfixExpression) {
    if (!expression.logical) compareExactly(expression)
    return [inExpression(expression.left), inExpression(expression.right)].includes(true)
  }
  if (expression instanceof PrefixExpression) return inExpression(expression.right)
  if (expression instanceof LogicalExpression) return inExpression(expression.expression)
  if (expression instanceof FilterQuery) return comparesExactly(expression.path)
  return expression instanceof FunctionExtension && expression.args.map(inExpression).includes(true)
}

/** Makes the comparisons of a query's filters exact, in place. True if the query itself has a number that no double holds. */
export const comparesExactly = ({ segments }: JSONPathQuery): boolean =>
  segments
    .flatMap(({ selectors }) => selectors)
    .map((selector) => selector instanceof jsonpath.selectors.FilterSelector && inExpression(selector.expression))
    .includes(true)
