import { CallError } from '../../machines/resource/failure.ts'
import { CommandRefused } from '../commands/core/perform.ts'
import type { HeadlessCall } from '../commands/headless/headless-world.ts'
import { contract } from '../contract/contract.ts'
import type { AnyEndpoint } from '../contract/core/endpoint.ts'
import { withoutWaysIn } from './audit-entries.ts'

const REFUSED = {
  message: 'Sign-ins, keys, rights and invitations are changed and seen by people only, in the web app or a terminal.',
  status: 403,
  statusText: 'Forbidden',
  url: '',
  problems: [],
  body: null,
  at: null,
} as const

/**
 * Calls endpoints for tools. A command may call more than it declares, and a terminal's sign-in may do all that its person may: so each
 * call is looked at, too.
 */
export const guardedCall =
  (call: HeadlessCall, writes: boolean): HeadlessCall =>
  async (operation, input, options) => {
    const { wayIn, effect }: AnyEndpoint = contract[operation]
    // As the server refuses a list to whoever may not read it: then arguments are read without its names.
    if (wayIn !== undefined && effect === 'read') throw new CallError({ ...REFUSED, operation })
    if (wayIn !== undefined) throw new CommandRefused(REFUSED.message)
    if (!writes && effect !== 'read')
      throw new CommandRefused('This changes something, and this connection only reads.')
    return withoutWaysIn(operation, await call(operation, input, options))
  }
