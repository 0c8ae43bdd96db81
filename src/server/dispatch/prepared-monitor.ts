import { settingsWithTags } from '../../domain/monitors/reserved-tags.ts'
import { KeyAway } from '../store/core/data-keys.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import type { MonitorDoc } from '../store/monitors/monitors.ts'
import type { Job, Order } from './ingredients.ts'
import { withMasks } from './key-away.ts'
import { openAim, type SecretAim } from './secret-aim.ts'

/** A monitor with its secrets opened: the part of its jobs that is the same for every run. */
export type Prepared = {
  /** The key of a secret of the monitor that is not available; null if all could be opened. */
  readonly keyAway: string | null
  readonly monitor: Order['monitor']
  readonly job: Omit<Job, 'id' | 'due' | 'project'>
  readonly aim: SecretAim
}

/** A stored monitor. */
export type Row = { readonly id: string; readonly name: string; readonly doc: MonitorDoc }

const prepare = (stored: Row, sealing: SecretCipher): Prepared => {
  const { id, name, doc } = stored
  const { meta, request, conditions, setup } = doc
  const aim = openAim(doc, sealing)
  const settings = settingsWithTags(meta.tags, request)
  const { parameters, headers, variables, parts } = aim.opened
  return {
    keyAway: null,
    monitor: { id, name, doc, reads: aim.reads },
    aim,
    job: {
      call: {
        method: request.method,
        url: request.url,
        parameters: parameters.pairs,
        headers: headers.pairs,
        body: request.body,
        ...(request.body_encoding === 'base64' && { body_encoding: 'base64' }),
        ...(parts.parts.length > 0 && { parts: parts.parts }),
        ...(request.file_id != null && { file_id: request.file_id }),
        follow_redirects: settings.follow_redirects,
        ...(request.redirect_method === 'keep' && { redirect_method: 'keep' }),
        ...(request.unset_variables === 'fail' && { unset_variables: 'fail' }),
        verify_tls: request.verify_tls,
        ...(request.connect_to && { connect_to: request.connect_to }),
        ...(request.tls_name && { tls_name: request.tls_name }),
        timeout_ms: setup?.timeout_ms ?? settings.timeout_seconds * 1000,
      },
      ...(setup && { browser: setup }),
      variables: Object.fromEntries(variables.pairs.map(({ key, value }) => [key, value])),
      secrets: [...parameters.secrets, ...headers.secrets, ...variables.secrets, ...parts.secrets],
      secret_variables: variables.held.map(({ name: variable }) => variable),
      conditions,
    },
  }
}

/** A monitor as prepared; with masks for its secrets where their key is not available. */
export const preparedWithKey = (row: Row, sealing: SecretCipher): Prepared => {
  try {
    return prepare(row, sealing)
  } catch (cause) {
    if (!(cause instanceof KeyAway)) throw cause
    return { ...preparedWithMasks(row, sealing), keyAway: cause.keyId }
  }
}

/** A monitor with masks for all of its secrets. */
export const preparedWithMasks = (row: Row, sealing: SecretCipher): Prepared =>
  prepare({ ...row, doc: withMasks(row.doc) }, sealing)
