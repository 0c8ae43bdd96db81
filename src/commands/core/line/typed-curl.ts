import { commands } from '../../registry.ts'
import { unavailableReason } from '../availability.ts'
import type { World } from '../world.ts'
import { isCurl, withoutPrompt } from './script.ts'
import { type Suggestion, suggestion } from './suggestion.ts'
import { writeLine } from './write.ts'

/** The choice for a curl command that was typed or pasted: a monitor that makes its call. It is read before it runs. */
export const meantByCurl = (query: string, world: World): readonly { item: Suggestion; score: number }[] => {
  const curl = withoutPrompt(query)
  const command = isCurl(query) ? commands.find(({ id }) => id === 'monitor.from-curl') : undefined
  if (!command || unavailableReason(command, world) !== null) return []
  const item = suggestion({
    id: 'curl',
    label: command.title,
    icon: command.icon ?? null,
    line: writeLine(command, { curl }, world),
    runs: true,
  })
  return [{ item, score: 3 }]
}
