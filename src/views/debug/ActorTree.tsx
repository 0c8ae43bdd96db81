import { Go } from '../parts/act/Go.tsx'
import { classNames } from '../parts/text/class-names.ts'
import { Time } from '../parts/text/Time.tsx'
import classes from './ActorTree.module.css'
import { type ActorBranch, actorTree, endedOf, isLive } from './actor-tree.ts'
import type { RecordedActor } from './recorded.ts'
import { stateWords } from './state-words.ts'

type ActorTreeProps = {
  actors: readonly RecordedActor[]
  chosen: string | null
  /** Search parameters kept when a machine is selected. */
  search: Readonly<Record<string, string>>
}

/** Machines as a tree by parent, with their states; below it those that have ended. */
export const ActorTree = ({ actors, ...rest }: ActorTreeProps) => {
  const ended = endedOf(actors)
  return (
    <>
      <Branches branches={actorTree(actors.filter(isLive))} {...rest} />
      {ended.length > 0 && (
        <>
          <h3 className={classes.heading}>Ended</h3>
          <Branches branches={ended.map((actor) => ({ actor, children: [] }))} {...rest} />
        </>
      )}
    </>
  )
}

type BranchesProps = Omit<ActorTreeProps, 'actors'> & { branches: readonly ActorBranch[] }

const Branches = ({ branches, chosen, search }: BranchesProps) => (
  <ul className={classes.tree}>
    {branches.map(({ actor, children }) => (
      <li key={actor.id}>
        <Go
          to="debug"
          search={{ ...search, actor: actor.id }}
          replaces
          current={actor.id === chosen}
          className={classNames(
            classes.actor,
            actor.id === chosen && classes.chosen,
            actor.ref === null && classes.ended,
          )}
        >
          <span className={classes.dot} aria-hidden="true" />
          <span className="trunc">{actor.name}</span>
          <span className={classes.state}>
            {stateWords(actor.steps.at(-1)?.value)}
            {actor.endedAt !== null && (
              <>
                {' '}
                <Time at={actor.endedAt} />
              </>
            )}
          </span>
        </Go>
        {children.length > 0 && <Branches branches={children} chosen={chosen} search={search} />}
      </li>
    ))}
  </ul>
)
