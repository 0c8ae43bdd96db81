import { DENSITIES, THEMES } from '../../contract/accounts/appearance.ts'
import { oneOf } from '../../contract/core/notation.ts'
import { command } from '../core/command.ts'

const THEME_NOTES: { readonly [theme: string]: string } = { system: 'follows the device' }
const DENSITY_NOTES: { readonly [density: string]: string } = { relaxed: 'larger rows and controls' }
const choicesOf = (values: readonly string[], notes: { readonly [value: string]: string }) =>
  values.map((value) => ({ value, ...(notes[value] !== undefined && { note: notes[value] }) }))

/** Appearance commands: theme, density and keyboard of this device. */
export const appearanceCommands = [
  command({
    id: 'appearance.theme',
    words: 'set theme',
    title: 'Theme',
    icon: 'settings',
    publicToo: true,
    args: { theme: oneOf(THEMES) },
    prompts: { theme: 'Which theme?' },
    choices: { theme: () => choicesOf(THEMES, THEME_NOTES) },
    run({ theme }, world) {
      world.send('preferences', { type: 'SET', theme })
      world.tell(`Theme: ${theme === 'system' ? 'that of the device' : theme}`)
    },
  }),
  command({
    id: 'appearance.density',
    words: 'set density',
    title: 'Density',
    icon: 'settings',
    publicToo: true,
    args: { density: oneOf(DENSITIES) },
    prompts: { density: 'Which density?' },
    choices: { density: () => choicesOf(DENSITIES, DENSITY_NOTES) },
    run({ density }, world) {
      world.send('preferences', { type: 'SET', density })
      world.tell(`Density: ${density}`)
    },
  }),
  command({
    id: 'appearance.single-keys',
    words: 'set single-keys',
    title: 'Single-letter shortcuts',
    icon: 'key',
    publicToo: true,
    args: { on: 'boolean' },
    prompts: { on: 'Are single-letter shortcuts on?' },
    choices: {
      on: () => [
        { value: 'true', note: 'letters and signs act alone' },
        { value: 'false', note: 'only with Ctrl or ⌘' },
      ],
    },
    run({ on }, world) {
      world.send('preferences', { type: 'SET', singleKeys: on })
      world.tell(`Single-letter shortcuts are ${on ? 'on' : 'off'}`)
    },
  }),
  command({
    id: 'appearance.sidebar',
    words: 'toggle sidebar',
    title: 'Collapse the sidebar',
    icon: 'menu',
    args: {},
    run: (_, world) => world.send('preferences', { type: 'SET', collapsed: !world.preferences.collapsed }),
  }),
]
