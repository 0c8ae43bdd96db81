import { endpoint, shape } from '../core/endpoint.ts'

const named = shape({ type: "'monitor' | 'schedule'", id: 'string', name: 'string' })

/** Something to learn with: monitors over the built-in sample API. */
export const samples = {
  'sample.import': endpoint('POST /api/2/import/sample', {
    summary:
      'Installs the sample monitors and their schedule, all tagged `sample`, and runs each once. What is there already stays as it is; only what is missing is made',
    access: 'edit',
    limit: 'run',
    reaches: true,
    audit: 'sample.import',
    body: shape({
      /** Projects that the caller may edit; an API key has one. */
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
      'Deletes what the import of samples made in the project and still carries the tag `sample`; results stay until they expire',
    access: 'edit',
    audit: 'sample.delete',
    answer: shape({ removed: [named, '[]'] }),
  }),
} as const
