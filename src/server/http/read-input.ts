import type { IncomingMessage } from 'node:http'
import type { AnyEndpoint } from '../../contract/core/endpoint.ts'
import type { Caller } from '../access/caller.ts'
import { invalid, Refusal } from '../refusal.ts'
import { bodyLimit, ignoreBody, readJson } from './body.ts'
import { isMultipart, type OpenSink, readMultipart, type Upload } from './multipart.ts'
import { parse, withoutReadOnly } from './parse.ts'
import { type AskedQuery, MOST_PARAMETERS, readQuery } from './query.ts'
import { type OddName, refuseOdd } from './sent-names.ts'
import { unstorableText } from './storable-text.ts'

/** The parsed input of a request. */
export type AnyInput = {
  params: Record<string, string>
  query: unknown
  body: unknown
  /** Names in the body that are valid only if they are stored already. */
  names: readonly OddName[]
  upload?: Upload
}

/** The variables and the query of an address. */
type Asked = { params: Record<string, string>; query: AskedQuery }

/** Reads and parses query and body; the refusal names every field that breaks its shape. `tolerated` are names that any query may hold; `openSink` stores an uploaded file. */
export const readInput = async (
  endpoint: AnyEndpoint,
  { params, query: asked }: Asked,
  caller: Caller,
  incoming: IncomingMessage,
  { tolerated, openSink }: { tolerated: ReadonlySet<string>; openSink: OpenSink },
): Promise<AnyInput | Refusal> => {
  if (asked.length > MOST_PARAMETERS)
    return new Refusal(422, 'invalid', `The query must not hold more than ${MOST_PARAMETERS} parameters.`)
  const { query: sent, problems: unread } = readQuery(endpoint, asked, tolerated)
  const problems = [unread, unstorableText(sent, ''), unstorableText(params, '')]
  const query = endpoint.query ? parse(endpoint, 'query', sent) : { value: {} }
  if ('problems' in query) problems.push(query.problems)
  let body: { value: unknown; names: readonly OddName[] } = { value: undefined, names: [] }
  let upload: Upload | null = null
  if (endpoint.body === undefined) {
    const refusal = await ignoreBody(incoming)
    if (refusal) return refusal
  } else {
    const read = await readBody(endpoint, incoming, bodyLimit(endpoint, caller), openSink)
    if (read instanceof Refusal) return read
    upload = read.upload
    const parsed = parse(endpoint, 'body', withoutReadOnly(endpoint, read.value))
    if ('problems' in parsed) problems.push(parsed.problems)
    else {
      body = parsed
      problems.push([...refuseOdd(endpoint, body.names)])
    }
  }
  if (problems.flat().length > 0) return invalid(problems.flat())
  return {
    params,
    query: 'value' in query ? query.value : {},
    body: body.value,
    names: body.names,
    ...(upload && { upload }),
  }
}

const readBody = async (
  endpoint: AnyEndpoint,
  incoming: IncomingMessage,
  limitBytes: number,
  openSink: OpenSink,
): Promise<{ value: unknown; upload: Upload | null } | Refusal> => {
  if (!endpoint.upload || !isMultipart(incoming)) {
    const read = await readJson(incoming, limitBytes)
    return read instanceof Refusal ? read : { ...read, upload: null }
  }
  const form = await readMultipart(incoming, { definition: endpoint.body, openSink })
  if (form instanceof Refusal) return form
  const problems = unstorableText(form.fields, '')
  return problems.length > 0 ? invalid(problems) : { value: form.fields, upload: form.upload }
}
