/** Frames of a stack that are told. */
const MOST_FRAMES = 12
const word = (value: unknown): string => (typeof value === 'string' && /^[\w.$-]{1,80}$/.test(value) ? value : '')

/**
 * An unexpected error as a log or a report may hold it: its kind, its code and the places in the code, in one line. Never its
 * message: those of Node, PostgreSQL and the parsers quote what they were given, and that may be a secret.
 */
export const faultSummary = (error: unknown): string => {
  if (!(error instanceof Error)) return `a thrown ${typeof error}`
  const { code, constraint, table, column } = error as Error & Record<string, unknown>
  const about = Object.entries({ code, constraint, table, column }).flatMap(([name, value]) =>
    word(value) === '' ? [] : [`${name} ${word(value)}`],
  )
  const kind = word(error.name) || 'Error'
  // A message may be of many lines, but only frames look like this; one that imitates a frame has no place in the code.
  const frames = String(error.stack ?? '')
    .slice(headLength(error))
    .split('\n')
    .flatMap((line) => /^\s+at (.{1,300})$/.exec(line)?.[1] ?? [])
  return [about.length > 0 ? `${kind} (${about.join(', ')})` : kind, ...frames.slice(0, MOST_FRAMES)].join(' at ')
}

/** Where the message ends in the stack, as V8 writes it; all of the stack where it does not hold the message. */
const headLength = ({ stack = '', message, name }: Error): number => {
  if (message === '') return stack.startsWith(`${name}\n`) ? name.length : stack.length
  const at = stack.indexOf(message)
  return at < 0 ? stack.length : at + message.length
}
