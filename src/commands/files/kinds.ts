import { kind, listed, namedBy } from '../core/kind-row.ts'

/** Stored files. */
export const fileKinds = {
  file: kind({
    noun: ['file', 'files'],
    icon: 'file',
    parameter: 'fileId',
    fields: ['file_id'],
    list: listed('file.list', {}, ({ results }) =>
      results.map(({ id, meta, file }) => ({
        id,
        name: meta.name,
        note: file.version ? `OpenAPI ${file.version}` : file.name,
      })),
    ),
    naming: namedBy(
      'file.read',
      (id) => ({ params: { id } }),
      ({ meta }) => meta.name,
    ),
    routes: { list: 'files', one: 'file', make: 'new-file', edit: 'file' },
  }),
}
