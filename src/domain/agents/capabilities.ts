/** Capabilities that an agent can announce beyond making calls. `browser`: it has a browser for browser tests. */
const CAPABILITIES = ['browser'] as const
export type Capability = (typeof CAPABILITIES)[number]

/** Returns the known capabilities among the announced ones: a newer agent may have others. */
export const knownCapabilities = (announced: readonly string[]): Capability[] =>
  CAPABILITIES.filter((capability) => announced.includes(capability))
