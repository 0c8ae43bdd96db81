import type { Shown } from '../commands/core/world.ts'
import { TerminalFailure } from './exit-codes.ts'
import type { TerminalIo } from './terminal-io.ts'

/**
 * Refuses a part of a list that a program would take for all of it. Nothing is printed then: a pipe ends with the exit code of its last
 * command, which would go on with the part.
 */
export const refusePart = (shown: readonly Shown[], { isTerminal }: Pick<TerminalIo, 'isTerminal'>): void => {
  if (isTerminal) return
  for (const each of shown) {
    if (each.form !== 'rows' || !each.more || !each.isWhole) continue
    const count = each.rows.length.toLocaleString('en-US')
    throw new TerminalFailure(
      'usage',
      `There are more than ${count} rows, and nothing is printed, because a part would look like all: --all, or --limit N.`,
    )
  }
}
