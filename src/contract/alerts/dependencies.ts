import { endpoint, shape } from '../core/endpoint.ts'
import { id } from '../core/wire.ts'

const target = shape({ id, name: 'string', kind: "'monitor' | 'workflow'" })

const dependencies = shape({
  /** While one of these fails, alerts of this monitor are held back. */
  depends_on: [target, '[]'],
  /** What depends on this monitor, at most 200. */
  dependents: [target, '[]'],
})

/** The most targets that one may depend on. */
export const MOST_DEPENDENCIES = 20

/** Dependencies between monitors and workflows. */
export const monitorDependencies = {
  'dependency.read': endpoint('GET /api/3/dependencies/{id}', {
    summary: 'Returns what a monitor or workflow depends on, and what depends on it',
    access: 'see',
    answer: dependencies,
  }),
  'dependency.update': endpoint('PUT /api/3/dependencies/{id}', {
    summary: 'Replaces what a monitor or workflow depends on: while one of these fails, its alerts are held back',
    access: 'edit',
    audit: 'dependency.update',
    body: shape({ depends_on: [['string <= 128', '[]'], '&', `unknown[] <= ${MOST_DEPENDENCIES}`] }),
    answer: dependencies,
  }),
} as const
