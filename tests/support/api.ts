/** An answer, with its body read as JSON where it is, else as text. */
export type Answer = { readonly status: number; readonly body: unknown; readonly headers: Headers }

export type Api = {
  readonly base: string
  readonly key: string
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** As `call`, and the body of an answer that must be a success. */
  get<Body = Record<string, unknown>>(path: string): Promise<Body>
  post<Body = Record<string, unknown>>(path: string, body?: unknown): Promise<Body>
  put<Body = Record<string, unknown>>(path: string, body?: unknown): Promise<Body>
  /** The same server under another key. */
  as(key: string): Api
}

const read = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Speaks HTTP to a server as anybody would; an empty key sends no token. `always` are headers of every call. */
export const apiWith = (base: string, key: string, always: Record<string, string> = {}): Api => {
  const call: Api['call'] = async (method, path, body, headers = {}) => {
    const answer = await fetch(base + path, {
      method,
      headers: {
        ...(key !== '' && { authorization: `Bearer ${key}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...always,
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return { status: answer.status, body: read(await answer.text()), headers: answer.headers }
  }
  // What a test expects of an answer is checked by the server against its contract, and by the test itself.
  const succeed = async <Body>(method: string, path: string, body?: unknown): Promise<Body> => {
    const answer = await call(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body as Body
  }
  return {
    base,
    key,
    call,
    get: (path) => succeed('GET', path),
    post: (path, body = {}) => succeed('POST', path, body),
    put: (path, body = {}) => succeed('PUT', path, body),
    as: (other) => apiWith(base, other, always),
  }
}
