/** Verbs that people type for another one. */
export const OTHER_VERBS: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  unpause: 'resume',
  unresolve: 'reopen',
  undelete: 'restore',
  mute: 'snooze',
  silence: 'snooze',
  unmute: 'wake',
  execute: 'run',
  trigger: 'run',
  rm: 'delete',
  destroy: 'delete',
  make: 'create',
  update: 'change',
})
