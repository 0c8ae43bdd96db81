import type { AnyEndpoint } from '../../contract/core/endpoint.ts'
import type { Keyring } from '../keys/keyring.ts'
import type { Refusal } from '../refusal.ts'
import type { Database } from '../store/core/database.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import type { RequestContext } from './admit-request.ts'
import type { Answer } from './answer.ts'
import type { Context, ProjectContext } from './context.ts'
import type { AnyInput } from './read-input.ts'

/** A handler once its endpoint is data: what it takes was parsed, so its own types hold. */
export type AnyHandler = (input: AnyInput, context: Context | ProjectContext) => Promise<unknown>

/** A handler with the endpoint that it answers, by name. */
export type Operation = { name: string; endpoint: AnyEndpoint; handler: AnyHandler }

export type HandleOptions = {
  database: Database
  sealing: SecretCipher
  /** Data keys of organizations. */
  keyring: Keyring
  /** Most bytes of a project's documents; null for no limit. */
  documentBytes: number | null
  /** Tells all servers that there are new events for live streams. */
  announce: () => void
}

export type Outcome = Answer | Refusal

/** Whether an endpoint's work is one transaction with its audit entry; others, as the work of agents, make their own transactions. */
export const isAudited = ({ effect, audit }: AnyEndpoint): boolean => effect !== 'read' && audit !== null

/** The organization whose key encrypts the secrets of a request; null if there is none. */
export const organizationOf = ({ params }: AnyInput, { project }: RequestContext): string | null =>
  project?.orgId ?? params.org ?? null
