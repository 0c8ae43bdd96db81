import type { World } from '../../commands/core/world.ts'
import { type AgentRow, boundWords } from './agent-words.tsx'

type Bound = AgentRow['bound_to']

/** The value of a choice that stands for a binding. */
export const boundValue = (bound: Bound): string => {
  if (bound === null) return 'all'
  if (bound.organization !== null) return `organization:${bound.organization.id}`
  return `project:${bound.projects.map(({ id }) => id).join(',')}`
}

/** The binding that a value of the choice stands for, as requests have it. */
export const bindingOf = (value: string): { organization_id?: string; project_ids?: string[] } | null => {
  const [kind, ids = ''] = value.split(':')
  if (kind === 'organization') return { organization_id: ids }
  return kind === 'project' ? { project_ids: ids.split(',') } : null
}

/** Choices of what agents may be bound to: the open project, organizations, and for site admins all projects; and what holds now. */
export const boundOptions = (world: World, now?: Bound): { value: string; label: string }[] => {
  const offered = [
    ...(world.project ? [{ value: `project:${world.project.id}`, label: world.project.name }] : []),
    ...world
      .entities('collection')
      .map(({ id, name }) => ({ value: `organization:${id}`, label: `Projects of ${name}` })),
    ...(world.site.admin ? [{ value: 'all', label: 'All projects' }] : []),
  ]
  const isOffered = now === undefined || offered.some(({ value }) => value === boundValue(now))
  return isOffered ? offered : [{ value: boundValue(now), label: boundWords(now) }, ...offered]
}
