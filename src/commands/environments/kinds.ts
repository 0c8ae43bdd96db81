import { kind, listed, namedBy } from '../core/kind-row.ts'

/** Environments and their variables. */
export const environmentKinds = {
  environment: kind({
    noun: ['environment', 'environments'],
    icon: 'environment',
    parameter: 'workspace',
    fields: ['workspace'],
    list: listed('environment.list', {}, ({ data }) =>
      data.map(({ id, name, variables }) => ({
        id,
        name,
        note: variables === 1 ? '1 variable' : `${variables} variables`,
      })),
    ),
    // Its id is its name.
    naming: namedBy(
      'environment.list',
      () => ({}),
      (_, id) => id,
    ),
    routes: { list: 'environments', one: 'environment', make: null, edit: null },
  }),
  variable: kind({
    noun: ['variable', 'variables'],
    icon: 'environment',
    parameter: null,
    list: listed('variable.list', {}, ({ results }) =>
      results.map(({ id, name, workspace }) => ({ id, name, note: workspace })),
    ),
    naming: null,
    routes: { list: 'environments', one: null, make: null, edit: null },
  }),
}
