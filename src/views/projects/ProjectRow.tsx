import type { ReactNode } from 'react'
import type { AccessRecord } from '../../../machines/projects/project-choice.ts'
import { useMachine } from '../core/machines-of.ts'
import { Act } from '../parts/act/Act.tsx'
import { tip } from '../parts/overlay/tip.ts'
import { Avatar } from '../parts/text/Avatar.tsx'
import { classNames } from '../parts/text/class-names.ts'
import { levelWords } from '../parts/text/level-words.ts'
import { Tags } from '../parts/text/Tag.tsx'
import classes from './CollectionCard.module.css'

type ProjectRowProps = {
  record: AccessRecord
  /** Its health, where it is known. */
  health?: ReactNode
  isCursor: boolean
  /** What opens it, at the end of the line. */
  children: ReactNode
}

/** A project as one line: its name opens it. */
export const ProjectRow = ({ record, health, isCursor, children }: ProjectRowProps) => {
  const { project, access_level } = record
  const level = levelWords[access_level]
  const isFavorite = useMachine('preferences', (snapshot) => snapshot?.context.favorites.includes(project.id) ?? false)
  return (
    <li className={classNames(classes.project, isCursor && classes.cursor)} data-row={project.id}>
      <Avatar name={project.name} />
      <div className={classes.what}>
        <span className={classes.named}>
          <Act command="project.switch" args={{ project: project.id }} kind="plain" className={classes.name}>
            <span className="trunc">{project.name}</span>
          </Act>
          <Act
            command={isFavorite ? 'project.unstar' : 'project.star'}
            args={{ project: project.id }}
            kind="ghost"
            size="small"
            iconOnly
            icon="star"
            label={isFavorite ? `Remove ${project.name} from favorites` : `Add ${project.name} to favorites`}
            className={isFavorite ? classes.favorite : classes.star}
          />
        </span>
        {health}
      </div>
      <span className={classes.tags}>
        <Tags names={project.tags} />
      </span>
      <span className={classes.level} {...tip(level.may)}>
        {level.name}
      </span>
      {children}
    </li>
  )
}
