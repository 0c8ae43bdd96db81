import { holds } from '../../domain/access.ts'
import { useMachine } from '../app/machines-of.ts'
import { useTitle } from '../app/use-place.ts'
import { useResource } from '../app/use-resource.ts'
import { useSlow } from '../app/use-slow.ts'
import { levelWords } from '../collections/level-words.ts'
import { Act } from '../parts/Act.tsx'
import { Card } from '../parts/Card.tsx'
import { KeyValues } from '../parts/KeyValues.tsx'
import { Loading } from '../parts/Loading.tsx'
import { Time } from '../parts/Time.tsx'
import { Trouble } from '../results/Trouble.tsx'
import { MembersCard } from './MembersCard.tsx'
import { ProjectForm } from './ProjectForm.tsx'
import { SettingsHead } from './SettingsHead.tsx'
import classes from './settings.module.css'

/** The settings of the open project. */
const ProjectSettingsScreen = () => {
  const id = useMachine('project', (snapshot) => snapshot?.context.current?.project.id)
  const { data, error, status, refetch } = useResource('project.read', id ? { params: { id } } : null)
  const isSlow = useSlow(status === 'pending' && !data)
  useTitle()
  if (!data) {
    if (error) return <Trouble page error={error} refetch={refetch} />
    return isSlow ? <Loading label="Project settings" /> : null
  }
  const { project, organization, access_level: level } = data
  return (
    <>
      <SettingsHead title="Project settings" lead={`“${project.name}” and who may enter it.`} />
      <ProjectForm
        settled={data}
        below={
          <>
            {holds(level, 'inspect') && <MembersCard projectId={project.id} />}
            {holds(level, 'own') && <Danger name={project.name} />}
          </>
        }
        beside={
          <Card title="About">
            <div className="stack">
              <KeyValues
                items={[
                  {
                    name: 'Id',
                    value: (
                      <span className={classes.copied}>
                        <code>{project.id}</code>
                        <Act
                          command="text.copy"
                          args={{ text: project.id, what: 'Project id' }}
                          kind="ghost"
                          size="small"
                          icon="copy"
                          iconOnly
                          label="Copy the project id"
                        />
                      </span>
                    ),
                  },
                  { name: 'Collection', value: organization?.name ?? 'Personal' },
                  { name: 'Your level', value: levelWords[level].name },
                  { name: 'Created', value: <Time at={project.created} /> },
                  { name: 'Changed', value: <Time at={project.last_update} /> },
                ]}
              />
              <p className={classes.note}>{levelWords[level].may}.</p>
            </div>
          </Card>
        }
      />
    </>
  )
}
export default ProjectSettingsScreen

const Danger = ({ name }: { name: string }) => (
  <Card title="Delete the project" className={classes.danger}>
    <div className={classes.deed}>
      <p>
        “{name}” goes with its monitors, schedules, results, alerts and API keys. Its runs stop at once, and it cannot
        be brought back. You type its name to confirm.
      </p>
      <Act command="project.remove" kind="danger-ghost" icon="trash" hint={false} />
    </div>
  </Card>
)
