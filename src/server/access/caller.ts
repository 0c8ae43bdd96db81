import type { Level } from '../../domain/access.ts'

export type Project = { readonly key: number; readonly id: string; readonly orgId: string | null }

/** Who calls. What they may do is read from the store at each request, so that a withdrawn right ends at once. */
export type Caller =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'agent'; readonly agentId: string; readonly locationKey: number; readonly locationId: string }
  | {
      readonly kind: 'api_key'
      readonly keyId: string
      /** Who made the key. */
      readonly accountId: string | null
      readonly project: Project
      readonly level: Level
    }
