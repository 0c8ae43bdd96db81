import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'

/** An organization as its page for site admins shows it. */
export type OrganizationPage = AnswerOf<ProductContract['organization.look-up']>
