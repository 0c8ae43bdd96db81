import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import { levelWords } from '../parts/text/level-words.ts'

type Way = AnswerOf<ProductContract['project.read']>['ways'][number]

/** Says by what a grant gives access: "direct access", "role DEV_TEAM". */
export const wayWords = ({ role_id }: Pick<Way, 'role_id'>): string => {
  if (role_id === null) return 'direct access'
  return role_id === 'ADMIN' ? 'ADMIN of the organization' : `role ${role_id}`
}

/** Says the lower grants of a person who has several, each with its level. Null where there is one. */
export const otherWays = (ways: readonly Way[]): string | null =>
  ways.length < 2
    ? null
    : `also ${ways
        .slice(1)
        .map((way) => `${levelWords[way.level].name} through ${wayWords(way)}`)
        .join(', ')}`
