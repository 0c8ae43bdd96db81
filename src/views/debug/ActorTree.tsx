import { stateOf } from '../core/recorder.ts'
import { Go } from '../parts/act/Go.tsx'
import { classNames } from '../parts/text/class-names.ts'
import classes from './ActorTree.module.css'
import type { ActorBranch } from './actor-tree.ts'

type ActorTreeProps = {
  branches: readonly ActorBranch[]
  chosen: string | null
  /** Search parameters kept when a machine is selected. */
  search: Readonly<Record<string, string>>
}

/** Running machines as a tree by parent, with their states. */
export const ActorTree = ({ branches, chosen, search }: ActorTreeProps) => (
  <ul className={classes.tree}>
    {branches.map(({ actor, children }) => (
      <li key={actor.id}>
        <Go
          to="debug"
          search={{ ...search, actor: actor.id }}
          replaces
          current={actor.id === chosen}
          className={classNames(classes.actor, actor.id === chosen && classes.chosen)}
        >
          <span className={classes.dot} aria-hidden="true" />
          <span className="trunc">{actor.name}</span>
          <span className={classes.state}>{stateOf(actor.ref.getSnapshot())}</span>
        </Go>
        {children.length > 0 && <ActorTree branches={children} chosen={chosen} search={search} />}
      </li>
    ))}
  </ul>
)
