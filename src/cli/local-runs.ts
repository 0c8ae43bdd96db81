import { printCompletion } from './completion-command.ts'
import { describeObject } from './describe-command.ts'
import { diffObjects } from './diff-command.ts'
import { printHelp } from './help-command.ts'
import type { LocalName, LocalRun } from './local-commands.ts'
import { signIn, signOut, whoAmI } from './sign-in-command.ts'
import { undoLast } from './undo-command.ts'
import { watchResults } from './watch-command.ts'

/** The program of each command that only the terminal has. */
export const localRuns: Readonly<Record<LocalName, LocalRun>> = {
  'sign-in': signIn,
  'sign-out': signOut,
  whoami: whoAmI,
  watch: watchResults,
  describe: describeObject,
  diff: diffObjects,
  undo: undoLast,
  // Loaded when it is used: the protocol's own library would slow every other command down.
  mcp: async (context) => (await import('./mcp-command.ts')).serveTools(context),
  // The charts with their examples, and the kit of exported tests.
  paths: async (context) => (await import('./paths-command.ts')).exportPaths(context),
  completion: printCompletion,
  help: printHelp,
}
