/** A changed value in the audit log. */
export type Changed = { readonly path: string; readonly before: unknown; readonly after: unknown }

/** Lines removed from and added to a value; `kept` is the number of lines in both. */
export type ChangeLines = {
  readonly removed: readonly string[]
  readonly added: readonly string[]
  readonly kept: number
}

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const outcomeOf = (value: unknown): string | null => {
  const outcome = isPlain(value) ? value.outcome : null
  return typeof outcome === 'string' && outcome !== 'none' ? outcome : null
}

/** Formats a condition in one line: "latency total gt 500 → slow". */
const conditionLine = (item: Readonly<Record<string, unknown>>): string => {
  const { source, property, condition, val, val2 } = item
  const said = [source, property, condition, val, val2].filter(
    (part) => part !== null && part !== undefined && part !== '',
  )
  const outcomes = [outcomeOf(item.on_true), outcomeOf(item.on_false) && `else ${outcomeOf(item.on_false)}`].filter(
    Boolean,
  )
  return `${said.join(' ')}${outcomes.length > 0 ? ` → ${outcomes.join(', ')}` : ''}`
}

/** Formats a value in one line; a header as "Accept: text/html". */
const valueLine = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (isPlain(value)) {
    if (typeof value.key === 'string' && 'value' in value) return `${value.key}: ${valueLine(value.value)}`
    if (typeof value.source === 'string' && typeof value.condition === 'string') return conditionLine(value)
  }
  return JSON.stringify(value) ?? 'null'
}

/** Splits a value into lines: the items of a list, or the lines of a text. */
const linesOf = (value: unknown): string[] => {
  if (value === null || value === undefined || value === '') return []
  if (Array.isArray(value)) return value.map(valueLine)
  if (isPlain(value)) return Object.entries(value).map(([name, each]) => `${name}: ${valueLine(each)}`)
  return valueLine(value).split('\n')
}

/** Compares the lines of a value before and after a change. Lines that occur equally often in both are left out. */
export const changeLines = ({ before, after }: Changed): ChangeLines => {
  const left = new Map<string, number>()
  for (const line of linesOf(before)) left.set(line, (left.get(line) ?? 0) + 1)
  const added: string[] = []
  let kept = 0
  for (const line of linesOf(after)) {
    const many = left.get(line) ?? 0
    if (many > 0) {
      left.set(line, many - 1)
      kept += 1
    } else added.push(line)
  }
  const removed = [...left].flatMap(([line, many]) => Array.from({ length: many }, () => line))
  return { removed, added, kept }
}
