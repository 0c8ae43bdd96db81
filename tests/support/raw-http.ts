import { request } from 'node:http'

export type RawAnswer = { readonly status: number; readonly text: string }

/** Posts bytes as they are, so that a test decides about lengths, encodings and chunks. `chunks` goes without a content-length. */
export const sendRaw = (
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: Buffer; chunks?: readonly Buffer[] },
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const sent = request(url, {
      method: options.method ?? 'POST',
      agent: false,
      headers: {
        'content-type': 'application/json',
        ...(options.body && { 'content-length': String(options.body.length) }),
        ...options.headers,
      },
    })
    let isAnswered = false
    sent.on('response', (answer) => {
      isAnswered = true
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }))
      answer.on('error', reject)
    })
    // A server that has said no may hang up on whoever goes on sending.
    sent.on('error', (cause) => (isAnswered ? undefined : reject(cause)))
    for (const chunk of options.chunks ?? []) sent.write(chunk)
    sent.end(options.body)
  })
