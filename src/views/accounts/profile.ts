import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'

/** One's own account, as the server tells it. */
export type Profile = AnswerOf<ProductContract['account.read']>
