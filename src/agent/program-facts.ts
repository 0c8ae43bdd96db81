import { VERSION } from '../contract/core/version.ts'
import type { Capability } from '../domain/agents/capabilities.ts'

/** Facts about this program, which the server learns when the agent joins and when it starts. */
export type ProgramFacts = {
  readonly version: string
  readonly capabilities: readonly Capability[]
  readonly concurrency: number
}

export const programFacts = (concurrency: number, capabilities: readonly Capability[]): ProgramFacts => ({
  version: VERSION,
  capabilities,
  concurrency,
})
