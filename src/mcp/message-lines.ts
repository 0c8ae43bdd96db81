import { Transform } from 'node:stream'
import {
  isJSONRPCNotification,
  isJSONRPCRequest,
  isJSONRPCResponse,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'

/** Bytes of a line that has not ended. What is longer goes on as it is: the transport refuses it. */
const LONGEST_LINE = 10 * 1024 * 1024
const NEWLINE = 0x0a

/** An answer to a line of which nobody can tell which request it was. */
export type LineRefused = {
  readonly jsonrpc: '2.0'
  readonly id: null
  readonly error: { readonly code: number; readonly message: string }
}

const refused = (code: number, message: string): LineRefused => ({
  jsonrpc: '2.0',
  id: null,
  error: { code, message },
})

const isMessage = (value: unknown): boolean =>
  isJSONRPCRequest(value) || isJSONRPCNotification(value) || isJSONRPCResponse(value)

/** The refusal of a line that is no message of JSON-RPC; null where it is one, or empty. */
const refusalOf = (line: string): LineRefused | null => {
  if (line.trim() === '') return null
  try {
    return isMessage(JSON.parse(line))
      ? null
      : refused(ProtocolErrorCode.InvalidRequest, 'This line is JSON, but no message of JSON-RPC 2.0.')
  } catch {
    return refused(ProtocolErrorCode.ParseError, 'This line is not JSON.')
  }
}

/** Passes on the lines that are messages, and has all others refused: the protocol's own reader drops them without a word. */
export const messageLines = (refuse: (refusal: LineRefused) => void): Transform => {
  let rest: Buffer = Buffer.alloc(0)
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
      for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
        const line = rest.subarray(0, end + 1)
        rest = rest.subarray(end + 1)
        const refusal = refusalOf(line.toString('utf8'))
        if (refusal) refuse(refusal)
        else this.push(line)
      }
      if (rest.length > LONGEST_LINE) {
        this.push(rest)
        rest = Buffer.alloc(0)
      }
      done()
    },
  })
}
