import { contract, type EndpointName } from './contract.ts'
import type { AnyEndpoint } from './core/endpoint.ts'

/** What the machines of the web app need of an endpoint: whether it reads, and what its answers hold. */
type Traits = Pick<AnyEndpoint, 'effect' | 'lists' | 'shows'>

/**
 * The traits of the endpoints that read, or whose answers hold objects: all others write. The web app's entry has them; addresses and
 * access come with its client.
 */
export const traits = Object.fromEntries(
  Object.entries<AnyEndpoint>(contract)
    .filter(([, { effect, lists, shows }]) => effect === 'read' || lists || shows)
    .map(([name, { effect, lists, shows }]) => [name, { effect, lists, shows }]),
  // Made from the contract, it has names of the contract.
) as Readonly<Partial<Record<EndpointName, Traits>>>
