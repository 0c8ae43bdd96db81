/** One event of a `text/event-stream` body. */
export type StreamEvent = { readonly event: string; readonly data: string; readonly id: string | null }

/**
 * Parses a `text/event-stream` body (WHATWG HTML, 9.2.6) in pieces. Returns a function that takes text as it arrives and returns the
 * events it completes. Comments are dropped. An event without data is returned if it has an id, because the stream resumes from there.
 */
export const eventReader = (): ((text: string) => StreamEvent[]) => {
  let rest = ''
  let event = 'message'
  let data: string[] = []
  let id: string | null = null
  let told: string | null = null
  return (text) => {
    const lines = (rest + text).split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    const events: StreamEvent[] = []
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0 || id !== told) events.push({ event, data: data.join('\n'), id })
        told = id
        event = 'message'
        data = []
      } else if (!line.startsWith(':')) {
        const [, name = line, value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
        if (name === 'event') event = value
        else if (name === 'data') data.push(value)
        else if (name === 'id') id = value
      }
    }
    return events
  }
}
