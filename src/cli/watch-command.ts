import type { LocalRun } from './local-commands.ts'
import { connect, openWorld } from './settings.ts'
import { watch } from './watch.ts'

/** `sonde watch checkout --category FAIL` */
export const watchResults: LocalRun = async ({ words, flags, io }) => {
  const connection = await connect(flags, io.env)
  const json = flags.json !== undefined || flags.jsonl !== undefined
  return watch(connection, await openWorld(connection), words, { io, json })
}
