import { LANDINGS } from '../../contract/accounts/appearance.ts'
import { oneOf } from '../../contract/core/notation.ts'
import { command } from '../core/command.ts'

const NOTES: Readonly<Record<(typeof LANDINGS)[number], string>> = {
  collections: 'all projects',
  home: 'home of the project',
  objectives: 'objectives of the project',
  monitors: 'monitors of the project',
  results: 'results of the project',
  insights: 'scores of the project',
}

/** The screen that sign-in leads to. */
export const homeSettingsCommands = [
  command({
    id: 'home.default-view',
    words: 'set default-view',
    title: 'Default view',
    icon: 'home',
    args: { view: oneOf(LANDINGS) },
    prompts: { view: 'Where does sign-in lead?' },
    choices: { view: () => LANDINGS.map((value) => ({ value, note: NOTES[value] })) },
    run: ({ view }, world) => world.send('preferences', { type: 'SET', landing: view }),
  }),
]
