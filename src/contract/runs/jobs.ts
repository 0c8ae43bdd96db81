import { conditionSet } from '../conditions/conditions.ts'
import { shape } from '../core/endpoint.ts'
import { pair, time } from '../core/wire.ts'

/** What an agent is asked to do. Secrets are in it in clear, and only here: they were resolved when the job was leased. */
export const job = shape({
  /** Deterministic: target, due time, location, source and attempt. The result's id too. */
  id: 'string',
  due: time,
  /** A number for the project, by which the agent shares its room between projects. */
  'project?': 'number.integer',
  call: {
    method: 'string',
    url: 'string',
    parameters: [pair, '[]'],
    headers: [pair, '[]'],
    body: 'string | null',
    follow_redirects: 'boolean',
    verify_tls: 'boolean',
    timeout_ms: 'number.integer >= 1',
  },
  /** Values for the placeholders in url, parameters, headers and body. */
  variables: 'Record<string, string>',
  /** Values that must not appear in what the agent reports, logs or keeps. */
  secrets: 'string[]',
  /** Names of the headers, parameters and variables of the monitor that hold a secret; absent from servers of before 0.4. */
  'secret_fields?': 'string[]',
  /** Origins (scheme, host and port) that those may be sent to. The agent makes no request to another. */
  'secret_origins?': 'string[]',
  /** Names of the variables whose values must not be shown. */
  'secret_variables?': 'string[]',
  conditions: conditionSet,
})
