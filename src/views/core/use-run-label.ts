import { useMachine } from './machines-of.ts'

/** The label of a button beside a form that runs the stored object; undefined, for the command's own, while the form has no unsaved changes. */
export const useRunLabel = (): string | undefined =>
  useMachine('navigation', (snapshot) => (snapshot?.context.dirty ? 'Run as stored' : undefined))
