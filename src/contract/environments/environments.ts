import { endpoint, shape } from '../core/endpoint.ts'
import { nameOf } from '../core/names.ts'
import { data, results, time } from '../core/wire.ts'

/** A monitor or alert that reads a variable, or the conditions of the project. */
const reader = shape({
  kind: "'monitor' | 'workflow' | 'webhook' | 'project-conditions'",
  id: 'string',
  name: 'string',
})

const variable = shape({
  id: 'string',
  /** The environment that the variable belongs to. */
  workspace: 'string',
  name: 'string',
  /** A mask if the variable is secret. */
  value: 'string',
  secret: 'boolean',
  /** Origins that a secret value may be sent to. */
  origins: 'string[]',
  updated: time,
  /** The account, API key or monitor that changed it last; null if that no longer exists. */
  updated_by: 'string | null',
})

const environment = shape({
  id: 'string',
  name: 'string',
  /** Number of variables. */
  variables: 'number',
  /** Number of monitors that use the environment. */
  monitors: 'number',
  /** Number of workflows that use the environment. */
  workflows: 'number',
})

const workspaceVariable = shape({ workspace_variable: variable })

/** Environments and their variables. Specification paths call an environment a workspace. */
export const environments = {
  'variable.list': endpoint('GET /api/2/environment/', {
    summary:
      'Lists the variables of all environments of the project, with the monitors and alerts that read each; secret values are masked',
    access: 'see',
    lists: 'results',
    answer: results({ '...': variable, used_by: [reader, '[]'] }),
  }),
  'variable.value': endpoint('GET /api/2/environment/{workspace}/{name}', {
    summary: 'Returns one variable of an environment; a secret value is masked',
    access: 'see',
    answer: workspaceVariable,
  }),
  'variable.set': endpoint('POST /api/2/environment/{workspace}/{name}', {
    summary:
      'Creates or changes a variable of an environment. A secret value is encrypted, never shown again, and sent only to the given origins',
    access: 'edit',
    audit: 'variable.set',
    body: shape({
      /** At most 16 KiB. The mask of a stored secret keeps that secret. */
      value: 'string <= 16384',
      'secret?': 'boolean',
      /** Origins such as https://api.example.com, needed for a secret. More of them need the value again. */
      'origins?': [['string <= 300', '[]'], '&', 'unknown[] <= 50'],
    }),
    answer: workspaceVariable,
  }),
  'variable.rename': endpoint('POST /api/2/environment/{workspace}/{name}/rename', {
    summary: 'Renames a variable; placeholders in monitors keep the old name',
    access: 'edit',
    audit: 'variable.rename',
    body: shape({ name: nameOf('1 <= string <= 200') }),
    answer: workspaceVariable,
  }),
  'variable.remove': endpoint('DELETE /api/2/environment/{workspace}/{name}', {
    summary: 'Deletes a variable of an environment',
    access: 'edit',
    audit: 'variable.delete',
    status: 204,
    answer: null,
  }),
  'environment.list': endpoint('GET /api/3/environments/', {
    summary: 'Lists the environments of the project, `global` first',
    access: 'see',
    lists: 'data',
    answer: data(environment),
  }),
  'environment.create': endpoint('POST /api/3/environments/', {
    summary: 'Creates an environment without variables',
    access: 'edit',
    audit: 'environment.create',
    status: 201,
    repeatable: true,
    body: shape({ name: nameOf('1 <= string <= 200') }),
    answer: environment,
  }),
  'environment.rename': endpoint('POST /api/3/environments/{workspace}/rename', {
    summary: 'Renames an environment, in its monitors and workflows too',
    access: 'edit',
    audit: 'environment.rename',
    body: shape({ name: nameOf('1 <= string <= 200') }),
    answer: environment,
  }),
  'environment.remove': endpoint('DELETE /api/3/environments/{workspace}', {
    summary: 'Deletes an environment and its variables; its monitors and workflows then read global variables only',
    access: 'edit',
    audit: 'environment.delete',
    status: 204,
    answer: null,
  }),
} as const

/** Variables that a monitor reads and writes. */
export const monitorVariables = {
  'variable.used': endpoint('GET /api/2/calls/{id}/variables/used', {
    summary: 'Lists the variables that a monitor reads, where each value comes from, and where it is read',
    access: 'see',
    answer: shape({
      results: [
        {
          name: 'string',
          /** `monitor`: the monitor's own variables; `context`: set by the alert that starts the monitor; `unknown`: not set anywhere. */
          source: "'monitor' | 'workspace' | 'auth' | 'system' | 'context' | 'unknown'",
          /** The environment with the value; null for other sources. */
          workspace: 'string | null',
          /** `url`, `query:NAME`, `header:NAME`, `body`, `form:NAME`, `condition:ID`. */
          where: 'string[]',
        },
        '[]',
      ],
    }),
  }),
  'variable.written': endpoint('GET /api/2/calls/{id}/variables/set', {
    summary: 'Lists the variables that the conditions of a monitor set',
    access: 'see',
    answer: shape({
      results: [{ name: 'string', scope: "'workflow' | 'call_workspace' | 'global'", condition_id: 'string' }, '[]'],
    }),
  }),
} as const
