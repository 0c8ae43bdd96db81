const MOST_NAMED = 10

/** A circle of dependencies in words: “Gateway” → “Orders” → “Gateway”. `circle` has the names in it, each of which depends on the next one. */
export const circleWords = (circle: readonly string[]): string => {
  const [first = '', ...others] = circle.map((name) => `“${name}”`)
  const shown = others.length > MOST_NAMED ? [...others.slice(0, MOST_NAMED), '…'] : others
  return [first, ...shown, first].join(' → ')
}
