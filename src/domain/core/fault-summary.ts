/** Maximum number of stack frames in a summary. */
const MAX_FRAMES = 12
const word = (value: unknown): string => (typeof value === 'string' && /^[\w.$-]{1,80}$/.test(value) ? value : '')

/**
 * Summarizes an unexpected error in one line for a log or report: its type, code and stack frames, but never its message. Messages
 * of Node, PostgreSQL and the parsers quote their input, which may contain a secret.
 */
export const faultSummary = (error: unknown): string => {
  if (!(error instanceof Error)) return `a thrown ${typeof error}`
  const { code, constraint, table, column } = error as Error & Record<string, unknown>
  const about = Object.entries({ code, constraint, table, column }).flatMap(([name, value]) =>
    word(value) === '' ? [] : [`${name} ${word(value)}`],
  )
  const kind = word(error.name) || 'Error'
  // The message is cut off first, because its lines may imitate frames.
  const frames = String(error.stack ?? '')
    .slice(headLength(error))
    .split('\n')
    .flatMap((line) => /^\s+at (.{1,300})$/.exec(line)?.[1] ?? [])
  return [about.length > 0 ? `${kind} (${about.join(', ')})` : kind, ...frames.slice(0, MAX_FRAMES)].join(' at ')
}

/** Length of the message's part of the stack, as V8 writes it; the whole stack if the message is not in it. */
const headLength = ({ stack = '', message, name }: Error): number => {
  if (message === '') return stack.startsWith(`${name}\n`) ? name.length : stack.length
  const at = stack.indexOf(message)
  return at < 0 ? stack.length : at + message.length
}
