import { Act } from '../parts/act/Act.tsx'
import { Go } from '../parts/act/Go.tsx'
import { Card } from '../parts/text/Card.tsx'
import classes from './CollectionCard.module.css'
import { OpenProject } from './OpenProject.tsx'
import { type ProjectFigures, ProjectHealth } from './ProjectHealth.tsx'
import { ProjectRow } from './ProjectRow.tsx'
import type { ProjectGroup } from './project-groups.ts'

type CollectionCardProps = {
  group: ProjectGroup
  /** The project that is open now, the one that is being opened, and the cursor's. */
  openId: string | null
  nextId: string | null
  cursor: string | null
  /** Figures of projects by their ids; empty until they are loaded. */
  figures: ReadonlyMap<string, ProjectFigures>
}

/** One collection: what the person is in it, and its projects. */
export const CollectionCard = ({ group, openId, nextId, cursor, figures }: CollectionCardProps) => {
  const { id, name, mayCreate, roles, records } = group
  const administers = id !== null && roles.includes('ADMIN')
  return (
    <Card
      title={name}
      sub={subOf(group)}
      flush
      actions={
        (mayCreate || administers) && (
          <>
            {administers && (
              <Go
                to="organization"
                params={{ orgId: id }}
                kind="ghost"
                size="small"
                icon="chart"
                label={`Overview of ${name}`}
              >
                Overview
              </Go>
            )}
            {administers && (
              <Go
                to="organization-downtimes"
                params={{ orgId: id }}
                kind="ghost"
                size="small"
                icon="pause"
                label={`Downtimes of ${name}`}
              >
                Downtimes
              </Go>
            )}
            {administers && (
              <Go
                to="organization-certificates"
                params={{ orgId: id }}
                kind="ghost"
                size="small"
                icon="lock"
                label={`Certificates of ${name}`}
              >
                Certificates
              </Go>
            )}
            {mayCreate && (
              <Go
                to="new-project"
                search={{ collection: id }}
                kind="ghost"
                size="small"
                icon="plus"
                label={`New project in ${name}`}
              >
                New project
              </Go>
            )}
          </>
        )
      }
    >
      {records.length === 0 ? (
        <p className={classes.none}>No project here yet.</p>
      ) : (
        <ul className={classes.projects}>
          {records.map((record) => {
            const { id: projectId, name: projectName } = record.project
            const isCursor = projectId === cursor
            if (projectId === openId) return <OpenProject key={projectId} record={record} isCursor={isCursor} />
            return (
              <ProjectRow
                key={projectId}
                record={record}
                isCursor={isCursor}
                health={<ProjectHealth figures={figures.get(projectId)} />}
              >
                <Act
                  command="project.switch"
                  args={{ project: projectId }}
                  size="small"
                  label={`Open ${projectName}`}
                  pending={projectId === nextId}
                >
                  Open
                </Act>
              </ProjectRow>
            )
          })}
        </ul>
      )}
    </Card>
  )
}

const subOf = ({ records, roles }: ProjectGroup): string => {
  const count = records.length === 1 ? '1 project' : `${records.length} projects`
  return roles.includes('ADMIN') ? `${count}, you administer it` : count
}
