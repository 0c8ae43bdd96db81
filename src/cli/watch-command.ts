import { TerminalFailure } from './exit-codes.ts'
import { namesIn } from './flags.ts'
import { formatAmong } from './formats.ts'
import { LOCAL, type LocalRun } from './local-commands.ts'
import { connect, openWorld } from './settings.ts'
import { watch } from './watch.ts'
import { watchWords } from './watch-words.ts'

/** `sonde watch checkout,login --category FAIL` */
export const watchResults: LocalRun = async ({ words, flags, io }) => {
  const format = formatAmong(flags, LOCAL.watch?.formats ?? [])
  const { names, ...wanted } = watchWords(words)
  const piped = names.includes('-') ? namesIn(await io.readInput()) : []
  // Without names it would show the results of all monitors.
  if (names.includes('-') && piped.length === 0)
    throw new TerminalFailure('usage', 'Standard input names nothing to watch.')
  const connection = await connect(flags, io.env)
  const all = [...names.filter((name) => name !== '-'), ...piped]
  return watch(connection, await openWorld(connection), { ...wanted, names: all }, { io, json: format !== 'table' })
}
