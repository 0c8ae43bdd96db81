import { endpoint, shape } from '../core/endpoint.ts'

const named = shape({ type: "'monitor' | 'schedule' | 'workflow'", id: 'string', name: 'string' })

/** Sample monitors that call the built-in sample API. */
export const samples = {
  'sample.import': endpoint('POST /api/2/import/sample', {
    summary:
      'Creates the sample monitors, or a sample workflow with its monitors, and their schedule, all tagged `sample`, and runs them once. Existing ones stay unchanged',
    access: 'edit',
    limit: 'run',
    reaches: true,
    audit: 'sample.import',
    body: shape({
      /** Ids of projects that the caller can edit. An API key has one. */
      project_ids: '1 <= string[] <= 20',
      /** Default: `basic`. */
      'kind?': "'basic' | 'workflows'",
    }),
    answer: shape({
      projects: [
        {
          project_id: 'string',
          created: [named, '[]'],
          existing: [named, '[]'],
        },
        '[]',
      ],
    }),
  }),
  'sample.remove': endpoint('DELETE /api/2/import/sample', {
    summary:
      'Deletes imported samples of the project that still carry the tag `sample`; their results stay until they expire',
    access: 'edit',
    audit: 'sample.delete',
    answer: shape({ removed: [named, '[]'] }),
  }),
} as const
