/**
 * Capabilities that an agent can announce beyond making calls. `browser`: it has a browser for browser tests. `calls-0.6`: its calls
 * connect where a monitor asks, and escape values of variables, which agents before 0.6 ignore.
 */
const CAPABILITIES = ['browser', 'calls-0.6'] as const
export type Capability = (typeof CAPABILITIES)[number]

/** Returns the known capabilities among the announced ones: a newer agent may have others. */
export const knownCapabilities = (announced: readonly string[]): Capability[] =>
  CAPABILITIES.filter((capability) => announced.includes(capability))

/** The kinds of monitors that an agent with these capabilities runs. */
export const kindsRunBy = (capabilities: readonly string[]): string[] => [
  'calls',
  ...capabilities.filter((capability) => capability === 'browser'),
]
