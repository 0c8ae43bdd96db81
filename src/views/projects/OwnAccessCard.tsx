import type { ProductContract } from '../../contract/contract.ts'
import type { AnswerOf } from '../../contract/core/endpoint.ts'
import classes from '../kit/settings/settings.module.css'
import { Act } from '../parts/act/Act.tsx'
import { Card } from '../parts/text/Card.tsx'
import { levelWords } from '../parts/text/level-words.ts'
import { wayWords } from './member-ways.ts'

type Settled = AnswerOf<ProductContract['project.read']>

const sentenceOf = ({ ways, site_permission: permission, access_level: level }: Settled): string => {
  if (ways.length === 0)
    return `You enter by your site permission ${permission ?? ''}, as you do every project. You are not a member.`
  if (ways.every(({ role_id }) => role_id !== null))
    return 'You have no direct access to give up: an ADMIN of the organization can take the role from you.'
  return ways.length > 1
    ? 'Leaving ends your direct access. What roles give you stays.'
    : `Leaving ends your access as ${levelWords[level].name} at once. An OWNER or a MANAGER can let you in again.`
}

/** The ways in which the person enters the project, and the way out. */
export const OwnAccessCard = ({ settled }: { settled: Settled }) => {
  const { ways, site_permission: permission } = settled
  return (
    <Card title="Your access">
      <div className="stack">
        <ul className={classes.plan}>
          {ways.map((way) => (
            <li key={way.id}>
              {levelWords[way.level].name}, through {wayWords(way)}
            </li>
          ))}
          {permission !== null && <li>Every project, by the site permission {permission}</li>}
        </ul>
        <div className={classes.action}>
          <p>{sentenceOf(settled)}</p>
          {ways.some(({ role_id }) => role_id === null) && (
            <Act command="access.leave" kind="danger-ghost" icon="leave" hint={false} />
          )}
        </div>
      </div>
    </Card>
  )
}
