import { unavailableReason } from '../availability.ts'
import { shownKey } from '../own-keys.ts'
import type { World } from '../world.ts'
import { opens } from './opens.ts'
import { readLine } from './read.ts'
import { isComplete } from './reading.ts'
import { type Suggestion, suggestion } from './suggestion.ts'

/** Words that people type for something else's name, with the line that they mean. */
export const SYNONYMS: Readonly<Record<string, string>> = {
  help: '?',
  keys: '?',
  shortcut: 'rebind key ',
  logout: 'sign out',
  'log out': 'sign out',
  dark: 'set theme dark',
  light: 'set theme light',
  failing: 'filter monitors --result FAIL',
  slow: 'filter monitors --result SLOW',
  mute: 'snooze alert ',
  invite: 'open project-settings',
  members: 'open project-settings',
  settings: 'open project-settings',
  maintenance: 'new downtime',
  undelete: 'restore monitor ',
  retention: 'keep results ',
  'save to report': 'add report-row ',
  upload: 'new file',
  'upload file': 'new file',
}

const FEWEST_LETTERS = 2

/** Lines meant by a synonym. Enter runs a whole one whose line only opens something; every other is written first, as its words were not typed. */
export const meantBy = (query: string, world: World): readonly { item: Suggestion; score: number }[] => {
  const typed = query.trim().toLowerCase().replace(/\s+/g, ' ')
  if (typed.length < FEWEST_LETTERS) return []
  const found = new Map<string, boolean>()
  for (const [word, line] of Object.entries(SYNONYMS))
    if (word.startsWith(typed)) found.set(line, found.get(line) || word === typed)
  return [...found].flatMap(([line, isWhole]) => {
    const reading = readLine(line === '?' ? 'show shortcuts' : line, world)
    const { command } = reading
    if (!command || unavailableReason(command, world) !== null) return []
    const item = suggestion({
      id: `synonym:${line}`,
      label: command.title,
      code: null,
      note: line.trim(),
      icon: command.icon ?? null,
      keys: shownKey(command, world.preferences),
      line,
      runs: line !== '?' && isWhole && command.effect !== 'destroy' && isComplete(reading),
      opens: opens(command),
      whole: isWhole && opens(command),
    })
    return [{ item, score: isWhole ? 3 : 0.9 }]
  })
}
