import { useActs } from '../parts/act/acts.ts'
import { Go } from '../parts/act/Go.tsx'
import { PickList } from '../parts/form/PickList.tsx'
import { Popover } from '../parts/overlay/Popover.tsx'
import { Avatar } from '../parts/text/Avatar.tsx'
import { classNames } from '../parts/text/class-names.ts'
import { Icon } from '../parts/text/Icon.tsx'
import { Skeleton } from '../parts/text/Loading.tsx'
import { Spinner } from '../parts/text/Spinner.tsx'
import classes from './ProjectSwitcher.module.css'
import type { ShellData } from './shell-data.ts'

type ProjectSwitcherProps = Pick<ShellData, 'project' | 'projects' | 'opening'> & { rail: boolean }

/** Height of the face, so that nothing moves when the project is known. */
const FACE_PX = 32

/** The open project; opens a searchable list of all projects. A placeholder until it is known. */
export const ProjectSwitcher = ({ project, projects, opening, rail }: ProjectSwitcherProps) => {
  const acts = useActs()
  const options = projects.map(({ id, name, collection, level }) => ({
    id,
    label: name,
    note: level,
    group: collection,
    before: <Avatar name={name} small />,
  }))
  if (project === undefined)
    return (
      <span className={classNames(classes.switcher, rail && classes.rail)} aria-hidden="true">
        <Skeleton height={FACE_PX} />
      </span>
    )
  return (
    <Popover
      kind="plain"
      label={project ? `Switch project: ${project.name}, ${project.collection}, ${project.level}` : 'Choose a project'}
      className={rail ? `${classes.switcher} ${classes.rail}` : classes.switcher}
      panelClassName={classes.panel}
      tip={rail ? (project?.name ?? 'Choose a project') : undefined}
      face={
        <>
          <Avatar name={project?.name ?? 'Sonde'} />
          <span className={classes.words}>
            <b className="trunc">{project?.name ?? 'No project'}</b>
            <small className="trunc" aria-live="polite">
              {opening ? `Opening ${opening}…` : project ? `${project.collection} · ${project.level}` : 'Choose one'}
            </small>
          </span>
          {opening ? <Spinner small /> : <Icon name="switch" />}
        </>
      }
    >
      {(close) => (
        <PickList
          label="Find a project"
          of="Projects"
          options={options}
          chosen={project?.id}
          onPick={(id) => {
            close()
            if (id !== project?.id) acts.perform('project.switch', { project: id })
          }}
        >
          <Go to="new-project" icon="plus" current="never">
            New project
          </Go>
          <Go to="collections" icon="catalog" hinted current="never">
            All collections
          </Go>
        </PickList>
      )}
    </Popover>
  )
}
