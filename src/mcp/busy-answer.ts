/** A server error of JSON-RPC 2.0. */
const SERVER_ERROR = -32_000

/**
 * The answer to a message of the protocol that cannot be answered now, for its model: a tool's refusal, else an error. Null where the text is
 * no request. By a status of HTTP, libraries would throw, and their model would never read the sentence.
 */
export const busyAnswer = (text: string, sentence: string, retryAfterSeconds: number): object | null => {
  const { id, method } = requestIn(text)
  if (typeof id !== 'string' && typeof id !== 'number') return null
  if (method === 'tools/call')
    return { jsonrpc: '2.0', id, result: { isError: true, content: [{ type: 'text', text: sentence }] } }
  const error = { code: SERVER_ERROR, message: sentence, data: { retry_after_seconds: retryAfterSeconds } }
  return { jsonrpc: '2.0', id, error }
}

const requestIn = (text: string): { readonly id?: unknown; readonly method?: unknown } => {
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}
