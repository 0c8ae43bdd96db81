import { useMemo, useState } from 'react'
import { addressOf } from '../../../src/commands/core/addresses.ts'
import type { ActArguments, ActFacts, Acts } from '../../../src/views/parts/act/acts.ts'
import type { Links } from '../../../src/views/parts/act/links.ts'

/** What the commands of the specimen are called, and how they stand. */
const facts: Readonly<Record<string, Partial<ActFacts>>> = {
  'monitor.run': { label: 'Run now', key: 'r', icon: 'play' },
  'monitor.edit': { label: 'Edit', key: 'e', icon: 'edit' },
  'monitor.statistics': { label: 'Statistics', key: 's', icon: 'performance' },
  'monitor.remove': { label: 'Delete', key: '#', icon: 'trash' },
  'monitor.new': { label: 'New monitor', key: 'n', icon: 'plus' },
  'form.save': { label: 'Save', key: 'Mod+s' },
  'form.discard': { label: 'Discard' },
  'form.saving': { label: 'Save', pending: true },
  'form.idle': { label: 'Save', enabled: false, why: 'Nothing has changed' },
  'alert.add': { label: 'Add alert' },
  'dialog.close': { label: 'Cancel' },
  'toast.undo': { label: 'Undo', key: 'z' },
  'toast.dismiss': { label: 'Dismiss' },
  'console.open': { label: 'Search or run a command', key: 'Mod+k' },
  'console.shortcuts': { label: 'Keyboard shortcuts', key: '?' },
  'session.end': { label: 'Sign out' },
  'session.start': { label: 'Sign in' },
  'list.clear': { label: 'Clear selection', key: 'Escape' },
  'screen.reload': { label: 'Try again' },
}

/** An app's worth of commands and links: what is performed is written where tests can read it. */
export const useStage = () => {
  const [told, setTold] = useState<readonly { id: string; args?: ActArguments }[]>([])
  const acts = useMemo<Acts>(
    () => ({
      perform: (id, args) => setTold((all) => [...all, { id, ...(args && { args }) }]),
      facts: (id) => ({ label: id, key: null, enabled: true, pending: false, ...facts[id] }),
    }),
    [],
  )
  document.documentElement.dataset.told = JSON.stringify(told)
  return { acts, told }
}

export type StageState = Omit<ReturnType<typeof useStage>, 'acts'>

/** Real addresses; going only says so. */
export const links: Links = {
  here: '/tests/',
  href: (name, params, search) => addressOf(name, params ?? {}, search),
  go: (href, replace) => {
    document.documentElement.dataset.went = `${replace ? 'replaced ' : ''}${href}`
  },
}
