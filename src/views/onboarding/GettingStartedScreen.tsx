import { useMemo } from 'react'
import { holds } from '../../domain/core/access.ts'
import { WATCH_EVERY_SECONDS } from '../../domain/monitors/watch.ts'
import { useMachine } from '../core/machines-of.ts'
import { useTitle } from '../core/use-current-route.ts'
import { useResource } from '../core/use-resource.ts'
import { useSlow } from '../core/use-slow.ts'
import { Act } from '../parts/act/Act.tsx'
import { ErrorState } from '../parts/text/ErrorState.tsx'
import { Loading } from '../parts/text/Loading.tsx'
import { Wizard } from './Wizard.tsx'

/** Getting started: loads account, project and locations, then shows the five steps. */
const GettingStartedScreen = () => {
  const record = useMachine('project', (snapshot) => snapshot?.context.current)
  const account = useResource('account.read', {})
  const agents = useResource('agent.list', {})
  const isSlow = useSlow(!account.data || !agents.data)
  useTitle()
  const error = (!account.data && account.error) || (!agents.data && agents.error)
  const { data: places } = agents
  const { data: person } = account
  const project = record?.project
  // Initial values; later changes are kept by the steps.
  const start = useMemo(() => {
    if (!person || !places || !project) return null
    const locations = places.agent_list.filter(({ simulated }) => !simulated).map(({ id }) => id)
    return {
      stored: {
        info: { name: person.name, company: person.company ?? '', role: person.role ?? '' },
        project: { name: project.name, tags: project.tags.join(', '), region: 'all' },
      },
      monitor: {
        method: 'GET' as const,
        url: '',
        name: '',
        expect: '200',
        everySeconds: WATCH_EVERY_SECONDS,
        locations,
      },
      locations,
    }
  }, [person, places, project])
  if (error)
    return (
      <ErrorState
        page
        sentence={`Getting started did not load. ${error.message}`}
        actions={<Act command="screen.refresh" kind="primary" label="Try again" />}
        details={{ address: error.url, status: error.status }}
      />
    )
  if (!start || !places || !record) return isSlow ? <Loading label="Getting started" /> : null
  const level = record.access_level
  return (
    <Wizard
      key={record.project.id}
      projectId={record.project.id}
      places={places}
      level={level}
      mayManage={holds(level, 'manage')}
      input={{ ...start, mayEdit: holds(level, 'edit') }}
    />
  )
}
export default GettingStartedScreen
