import type { Capability } from '../domain/agents/capabilities.ts'

/** The capabilities of this machine, which the agent announces when it starts. Calls need none. */
export const capabilitiesOf = ({ browser }: { browser: object | null }): readonly Capability[] =>
  browser === null ? [] : ['browser']
