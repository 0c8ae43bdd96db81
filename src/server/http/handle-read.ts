import { Refusal } from '../refusal.ts'
import { keySourceOf } from '../store/key-services/key-services.ts'
import { tookTooLong } from '../store/statistics/figures.ts'
import type { RequestContext } from './admit-request.ts'
import { type HandleOptions, type Operation, type Outcome, organizationOf } from './operation.ts'
import type { AnyInput } from './read-input.ts'
import { openTurnstile } from './turnstile.ts'
import { withKeys } from './with-keys.ts'

/** Runs a handler that reads, or that makes its own transactions. */
export const handleRead = async (
  operation: Operation,
  input: AnyInput,
  request: RequestContext,
  options: HandleOptions,
): Promise<Outcome> => {
  const work = () => withKeys(options.keyring, () => read(operation, input, request, options))
  if (!sumsUp(operation)) return work()
  return figures(request.project?.key ?? VISITORS, async () => {
    // Whoever left while waiting for a turn gets no figures.
    if (request.signal.aborted) return LEFT
    try {
      return await work()
    } catch (error) {
      if (tookTooLong(error)) return TOO_LONG
      throw error
    }
  })
}

/** Whether a read adds up the results of many runs, for which it holds a connection and the processor. */
const sumsUp = ({ name }: Operation): boolean =>
  /^((statistics|insights|baseline|objective|report|organization)\.|status-page\.preview$)/.test(name)

/** People of one project wait for each other's charts, and for nobody else's. So do all visitors of public reports. */
const figures = openTurnstile({ most: 8, ofProject: 3 })
/** No project has this key. */
const VISITORS = 0

const LEFT = new Refusal(503, 'unavailable', 'The connection was closed before it was this request’s turn.')
const TOO_LONG = new Refusal(
  503,
  'unavailable',
  'These figures take too long to read: choose a shorter time, longer intervals or fewer monitors.',
)

const read = async (
  { endpoint, handler }: Operation,
  input: AnyInput,
  request: RequestContext,
  { database, sealing }: HandleOptions,
): Promise<Outcome> => {
  const ignore = () => {}
  const upload = input.upload ?? null
  const context = { ...request, db: database.db, upload, record: ignore, tell: ignore, afterCommit: ignore }
  const source =
    endpoint.effect === 'read' ? null : await keySourceOf(database.db, sealing, organizationOf(input, request))
  const result = await sealing.within(source, () => handler(input, context))
  return result instanceof Refusal ? result : { status: endpoint.status, answer: result }
}
