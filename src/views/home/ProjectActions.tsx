import { isProjectAction } from '../../domain/workflows/workflow-tags.ts'
import { useResource } from '../core/use-resource.ts'
import { Act } from '../parts/act/Act.tsx'
import { Card } from '../parts/text/Card.tsx'

/** Workflows that are marked as project actions, as buttons that run them and lead to the result. */
export const ProjectActions = () => {
  const { data } = useResource('workflow.list', {})
  const actions = (data?.results ?? [])
    .filter(({ meta }) => isProjectAction(meta.tags))
    .toSorted((a, b) => (a.meta.name < b.meta.name ? -1 : 1))
  if (actions.length === 0) return null
  return (
    <Card title="Actions">
      <div className="row">
        {actions.map(({ id, meta }) => (
          <Act
            key={id}
            command="workflow.run"
            args={{ workflow: id }}
            icon="play"
            label={meta.name}
            {...(meta.description && { tip: meta.description })}
            hint={false}
          />
        ))}
      </div>
    </Card>
  )
}
