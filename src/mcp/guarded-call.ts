import { CommandRefused } from '../commands/core/perform.ts'
import type { HeadlessCall } from '../commands/headless/headless-world.ts'
import { contract } from '../contract/contract.ts'
import type { AnyEndpoint } from '../contract/core/endpoint.ts'
import { withoutWaysIn } from './audit-entries.ts'

/**
 * Calls endpoints for tools. A command may call more than it declares, and a terminal's sign-in may do all that its person may: so each
 * call is looked at, too.
 */
export const guardedCall =
  (call: HeadlessCall, writes: boolean): HeadlessCall =>
  async (operation, input, options) => {
    const { wayIn, effect }: AnyEndpoint = contract[operation]
    if (wayIn !== undefined)
      throw new CommandRefused(
        'Sign-ins, keys, rights and invitations are changed and seen by people only, in the web app or a terminal.',
      )
    if (!writes && effect !== 'read')
      throw new CommandRefused('This changes something, and this connection only reads.')
    return withoutWaysIn(operation, await call(operation, input, options))
  }
