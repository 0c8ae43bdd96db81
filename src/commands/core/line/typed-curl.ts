import { commands } from '../../registry.ts'
import { unavailableReason } from '../availability.ts'
import type { World } from '../world.ts'
import { withoutPrompt } from './script.ts'
import { type Suggestion, suggestion } from './suggestion.ts'
import { writeLine } from './write.ts'

const CURL = /^curl\s+\S/
/** A shell reads on in the next line after it: `\`, or `^` on Windows. */
const GOES_ON = /\s*[\\^]$/

/** A curl command of several lines as one line; null where lines are no single curl command. */
export const joinedCurl = (lines: readonly string[]): string | null => {
  const isOne = CURL.test(lines[0] ?? '') && lines.every((line, at) => GOES_ON.test(line) === at < lines.length - 1)
  return isOne ? lines.map((line) => line.replace(GOES_ON, '').trim()).join(' ') : null
}

/** The choice for a curl command that was typed or pasted: a monitor that makes its call. It is read before it runs. */
export const meantByCurl = (query: string, world: World): readonly { item: Suggestion; score: number }[] => {
  const curl = withoutPrompt(query)
  const command = CURL.test(curl) ? commands.find(({ id }) => id === 'monitor.from-curl') : undefined
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
