import type { Capability } from '../domain/agents/capabilities.ts'

/** The capabilities of this machine and program, which the agent announces when it starts. */
export const capabilitiesOf = ({ browser }: { browser: object | null }): readonly Capability[] =>
  browser === null ? ['calls-0.6'] : ['browser', 'calls-0.6']
