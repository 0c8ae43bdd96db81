/** Reads a stream of lines of JSON to its end, and hands on each line as soon as it is whole. */
export const readLines = async (stream: ReadableStream<Uint8Array>, onLine: (line: unknown) => void): Promise<void> => {
  const reader = stream.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    const lines = (rest + decoder.decode(value, { stream: !done })).split('\n')
    rest = done ? '' : (lines.pop() ?? '')
    for (const line of lines) if (line !== '') onLine(JSON.parse(line))
    if (done) return
  }
}
