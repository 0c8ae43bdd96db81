import { command } from '../core/command.ts'

const THEMES = [{ value: 'system', note: 'as the device says' }, { value: 'light' }, { value: 'dark' }] as const
const DENSITIES = [
  { value: 'compact' },
  { value: 'regular' },
  { value: 'relaxed', note: 'larger rows and controls' },
] as const

/** How the app looks and listens on this device. */
export const appearanceCommands = [
  command({
    id: 'appearance.theme',
    words: 'set theme',
    title: 'Theme',
    icon: 'settings',
    publicToo: true,
    args: { theme: "'system' | 'light' | 'dark'" },
    prompts: { theme: 'Which theme?' },
    choices: { theme: () => THEMES },
    run: ({ theme }, world) => world.send('preferences', { type: 'SET', theme }),
  }),
  command({
    id: 'appearance.density',
    words: 'set density',
    title: 'Density',
    icon: 'settings',
    publicToo: true,
    args: { density: "'compact' | 'regular' | 'relaxed'" },
    prompts: { density: 'How dense?' },
    choices: { density: () => DENSITIES },
    run: ({ density }, world) => world.send('preferences', { type: 'SET', density }),
  }),
  command({
    id: 'appearance.single-keys',
    words: 'set single-keys',
    title: 'Single-letter shortcuts',
    icon: 'key',
    publicToo: true,
    args: { on: 'boolean' },
    prompts: { on: 'Do single letters act?' },
    choices: {
      on: () => [
        { value: 'true', note: 'r runs, e edits' },
        { value: 'false', note: 'only with Ctrl or ⌘' },
      ],
    },
    run: ({ on }, world) => world.send('preferences', { type: 'SET', singleKeys: on }),
  }),
  command({
    id: 'appearance.sidebar',
    words: 'toggle sidebar',
    title: 'Fold the sidebar',
    icon: 'menu',
    args: {},
    run: (_, world) => world.send('preferences', { type: 'SET', collapsed: !world.preferences.collapsed }),
  }),
]
