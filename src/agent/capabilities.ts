import type { Capability } from '../domain/agents/capabilities.ts'

/** Finds the capabilities of this machine, which the agent announces when it starts. Calls need none. */
export const findCapabilities = async (): Promise<readonly Capability[]> => []
