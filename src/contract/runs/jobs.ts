import { condition, conditionSet, NUMERIC_TEXTS } from '../conditions/conditions.ts'
import { shape } from '../core/endpoint.ts'
import { oneOf } from '../core/notation.ts'
import { pair, time } from '../core/wire.ts'
import { requestPart } from '../monitors/body.ts'
import { fullSettings } from '../monitors/browser-setup.ts'
import { REDIRECT_METHODS, UNSET_VARIABLES } from '../monitors/call-rules.ts'

/** A stored file of a run. */
const jobFile = shape({
  id: 'string',
  /** File name, for a part that has no other. */
  name: 'string',
  media_type: 'string',
  size: 'number.integer >= 0',
  /** Hash of the content, in hexadecimal. */
  sha256: 'string == 64',
})

const credentialPair = shape([pair, '[]'])

/** Credentials that the agent adds to a call, by the way in which they are applied. They go only to `secret_origins`. */
const jobAuth = shape([
  [
    [
      [
        { type: "'basic'", username: 'string', password: 'string' },
        '|',
        {
          type: "'bearer'",
          token: 'string',
          /** The word before the token in the header `Authorization`. */
          scheme: 'string',
          /** The query parameter that carries the token instead of the header; null for the header. */
          parameter: 'string | null',
          /** Present where the token can be obtained anew if the service refuses it: which one it is, for `agent.token`. */
          'renewal?': { token_id: 'string', issued: 'number.integer | null' },
          /** The signature of the body, for signed requests. */
          signature: [
            { alg: 'string', key: 'string', key_id: 'string | null', header: 'string', detached: 'boolean' },
            '|',
            'null',
          ],
        },
      ],
      '|',
      /** Templates, filled in with these values first, then with the variables of the call. */
      { type: "'manual'", headers: credentialPair, parameters: credentialPair, values: 'Record<string, string>' },
    ],
    '|',
    {
      type: "'oauth1'",
      consumer_key: 'string',
      consumer_secret: 'string',
      private_key: 'string | null',
      token: 'string | null',
      token_secret: 'string',
      method: "'HMAC-SHA1' | 'HMAC-SHA256' | 'RSA-SHA1' | 'PLAINTEXT'",
      transport: "'header' | 'query'",
      realm: 'string | null',
    },
  ],
  '|',
  {
    type: "'aws'",
    access_key: 'string',
    secret_key: 'string',
    session_token: 'string | null',
    region: 'string',
    service: 'string',
  },
])

/** A run leased to an agent. Secrets are plain text here and nowhere else: they are decrypted when the job is leased. */
export const job = shape({
  /** Derived from target, due time, location, source and attempt. Also the id of the result. */
  id: 'string',
  due: time,
  /** A number that identifies the project, so that the agent can share its slots between projects. */
  'project?': 'number.integer',
  call: {
    method: 'string',
    url: 'string',
    parameters: [pair, '[]'],
    headers: [pair, '[]'],
    body: 'string | null',
    /** `base64`: the body is base64 text, sent decoded. */
    'body_encoding?': "'text' | 'base64'",
    /** Parts of a multipart body; absent or empty: the body is another. */
    'parts?': [requestPart, '[]'],
    /** The stored file that is the body: an id in `files`. */
    'file_id?': 'string | null',
    follow_redirects: 'boolean',
    /** Absent: `get`. */
    'redirect_method?': oneOf(REDIRECT_METHODS),
    /** Absent: `send`. */
    'unset_variables?': oneOf(UNSET_VARIABLES),
    verify_tls: 'boolean',
    /** Where the call connects instead of the host of its address. Agents that did not announce `calls-0.6` get no such job. */
    'connect_to?': 'string | null',
    /** The server name in TLS instead of that host. */
    'tls_name?': 'string | null',
    timeout_ms: 'number.integer >= 1',
  },
  /**
   * A browser test: `call` is the navigation to its page. Placeholders may stand in `url` and `value` of steps and in `value` of assertions.
   * Only agents that announced the capability `browser` get one.
   */
  'browser?': fullSettings,
  /** Values for the placeholders in url, parameters, headers and body. */
  variables: 'Record<string, string>',
  /** Values that must not appear in anything the agent reports, logs or stores. */
  secrets: 'string[]',
  /** Names of the monitor's headers, parameters and variables that hold a secret; absent from servers before 0.4. */
  'secret_fields?': 'string[]',
  /** Origins (scheme, host and port) that secrets may be sent to. The agent sends no request anywhere else. */
  'secret_origins?': 'string[]',
  /** Names of variables whose values must not be shown. */
  'secret_variables?': 'string[]',
  /** Absent: nothing is added. */
  'auth?': jobAuth,
  /** Shown in the TLS handshake, as PEM, to `secret_origins` alone. */
  'client_certificate?': { cert: 'string', key: 'string', 'passphrase?': 'string' },
  /** When the token of the call expires. A run in the hour after is skipped; a later one is made anyway. */
  'do_not_call_after?': time,
  /** Stored files that the body names. The agent loads each by its id and keeps it by its hash. */
  'files?': [jobFile, '[]'],
  /** Why the call must not be made, as a sentence without its end. The agent reports it and sends nothing. */
  'refused?': 'string',
  /** The run is skipped for want of a key, as `refused` says; agents that do not know it report a failure of the set-up. */
  'key_away?': 'true',
  conditions: conditionSet,
  /** Conditions of the project that apply to the monitor; absent if there are none. */
  'project_conditions?': {
    break_on_fail: 'boolean',
    'numeric_texts?': oneOf(NUMERIC_TEXTS),
    conditions: [condition, '[]'],
  },
})

/** A step of a workflow: the run of its monitor, which is due when the step before has ended. */
const workflowStep = shape({
  /** The monitor's id and name. */
  call_id: 'string',
  name: 'string',
  /** Whether it runs even after the workflow has stopped. */
  teardown: 'boolean',
  /** Null if the monitor was deleted: the step fails. */
  job: [job, '|', 'null'],
})

/** A run of a workflow. The agent makes its steps one after another and reports all of them together. */
export const workflowJob = shape({
  id: 'string',
  due: time,
  'project?': 'number.integer',
  workflow: {
    handle_cookies: 'boolean',
    stop_on_failure: 'boolean',
    /** Names of the run's own variables, which steps do not overwrite. */
    context: 'string[]',
    steps: [workflowStep, '[]'],
  },
})
