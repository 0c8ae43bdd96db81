import type { IncomingMessage } from 'node:http'
import type { AnyEndpoint } from '../../contract/core/endpoint.ts'
import type { Caller } from '../access/caller.ts'
import { invalid, Refusal } from '../refusal.ts'
import { bodyLimit, ignoreBody, readJson } from './body.ts'
import { MAX_PARAMETERS, parse, readQuery, withoutReadOnly } from './parse.ts'
import { unstorableText } from './storable-text.ts'

/** What a request asks, by the shapes of its endpoint. */
export type AnyInput = { params: Record<string, string>; query: unknown; body: unknown }

/** The variables and the query of an address. */
type Asked = { params: Record<string, string>; query: Record<string, string> }

/** Reads and parses query and body; the refusal names every field that breaks its shape. */
export const readInput = async (
  endpoint: AnyEndpoint,
  { params, query: asked }: Asked,
  caller: Caller,
  incoming: IncomingMessage,
): Promise<AnyInput | Refusal> => {
  if (Object.keys(asked).length > MAX_PARAMETERS)
    return new Refusal(422, 'invalid', `The query must not hold more than ${MAX_PARAMETERS} parameters.`)
  const problems = [unstorableText(asked, ''), unstorableText(params, '')]
  const query = endpoint.query ? parse(endpoint, 'query', readQuery(endpoint, asked)) : { value: {} }
  if ('problems' in query) problems.push(query.problems)
  let body: { value: unknown } = { value: undefined }
  if (endpoint.body === undefined) {
    const refusal = await ignoreBody(incoming)
    if (refusal) return refusal
  } else {
    const read = await readJson(incoming, bodyLimit(endpoint, caller))
    if (read instanceof Refusal) return read
    const parsed = parse(endpoint, 'body', withoutReadOnly(endpoint, read.value))
    if ('problems' in parsed) problems.push(parsed.problems)
    else body = parsed
  }
  if (problems.flat().length > 0) return invalid(problems.flat())
  return { params, query: 'value' in query ? query.value : {}, body: body.value }
}
