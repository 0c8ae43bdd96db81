import { holds } from '../../domain/core/access.ts'
import { useMachine } from '../core/machines-of.ts'
import { useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { LoadError } from '../kit/detail/LoadError.tsx'
import { SettingsHead } from '../kit/settings/SettingsHead.tsx'
import classes from '../kit/settings/settings.module.css'
import { Act } from '../parts/act/Act.tsx'
import { Card } from '../parts/text/Card.tsx'
import { KeyValues } from '../parts/text/KeyValues.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { levelWords } from '../parts/text/level-words.ts'
import { Time } from '../parts/text/Time.tsx'
import { InvitesCard } from './InvitesCard.tsx'
import { MembersCard } from './MembersCard.tsx'
import { OwnAccessCard } from './OwnAccessCard.tsx'
import { ProjectForm } from './ProjectForm.tsx'
import { RetentionCard } from './RetentionCard.tsx'
import { RoleAccessCard } from './RoleAccessCard.tsx'

/** The settings of the open project. */
const ProjectSettingsScreen = () => {
  const id = useMachine('project', (snapshot) => snapshot?.context.current?.project.id)
  const { data, error, status, refetch } = useResource('project.read', id ? { params: { id } } : null)
  const isSlow = useSlow(status === 'pending' && !data)
  useTitle()
  if (!data) {
    if (error) return <LoadError page error={error} refetch={refetch} />
    return isSlow ? <Loading label="Project settings" /> : null
  }
  const { project, organization, access_level: level } = data
  return (
    <>
      <SettingsHead title="Project settings" lead={`“${project.name}” and its members.`} />
      <ProjectForm
        settled={data}
        below={
          <>
            <RetentionCard
              key={`${data.settings.result_days} ${data.settings.body_days}`}
              projectId={project.id}
              resultDays={data.settings.result_days}
              bodyDays={data.settings.body_days}
              mayChange={holds(level, 'manage')}
            />
            {holds(level, 'inspect') && <MembersCard projectId={project.id} mayManage={holds(level, 'manage')} />}
            {holds(level, 'inspect') && organization && (
              <RoleAccessCard
                projectId={project.id}
                organization={organization.name}
                mayManage={holds(level, 'manage')}
              />
            )}
            {holds(level, 'manage') && <InvitesCard projectId={project.id} />}
            {(data.ways.length > 0 || data.site_permission !== null) && <OwnAccessCard settled={data} />}
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
    <div className={classes.action}>
      <p>
        “{name}” goes with its monitors, schedules, results, alerts and API keys. Its runs stop at once, and it cannot
        be brought back. You type its name to confirm.
      </p>
      <Act command="project.remove" kind="danger-ghost" icon="trash" hint={false} />
    </div>
  </Card>
)
