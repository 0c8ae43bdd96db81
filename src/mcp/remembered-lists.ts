import type { HeadlessCall } from '../commands/headless/headless-world.ts'
import { contract } from '../contract/contract.ts'
import type { AnyEndpoint } from '../contract/core/endpoint.ts'

/**
 * Lists that were read, for a second reading of the same moment. `hearing` calls as ever, and keeps pages of lists; `recalling` answers those,
 * and calls for all else.
 */
export const rememberLists = (
  call: HeadlessCall,
): { readonly hearing: HeadlessCall; readonly recalling: HeadlessCall } => {
  const heard = new Map<string, unknown>()
  const keyOf = (...[operation, input, { projectId }]: Parameters<HeadlessCall>): string =>
    JSON.stringify([operation, input, projectId])
  return {
    async hearing(operation, input, options) {
      const answer = await call(operation, input, options)
      const { effect, lists }: AnyEndpoint = contract[operation]
      if (effect === 'read' && lists !== undefined) heard.set(keyOf(operation, input, options), answer)
      return answer
    },
    async recalling(operation, input, options) {
      const key = keyOf(operation, input, options)
      return heard.has(key) ? heard.get(key) : call(operation, input, options)
    },
  }
}
