import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { passedOn } from '../../domain/alerts/alert-context.ts'
import type { AlertMessage } from '../../domain/alerts/alert-message.ts'
import { fillableText, isFillable } from '../../domain/alerts/fillable-parameters.ts'
import type { WebhookParameter } from '../../domain/alerts/webhook-parameter.ts'
import { WEBHOOK_TYPES } from '../../domain/alerts/webhook-types.ts'
import { plainIn, substitutePlain } from '../../domain/core/placeholders.ts'
import { computedVariables } from '../../domain/environments/system-variables.ts'
import { GLOBAL } from '../../domain/environments/variable-rules.ts'
import { openEnvironments } from '../dispatch/environment-variables.ts'
import type { Held } from '../dispatch/ingredients.ts'
import type { WebhookDoc } from '../store/alerts/webhooks.ts'
import type { Db } from '../store/core/database.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import type { OpenParameters } from './channels/channel.ts'

type Asked = {
  readonly projectKey: number
  readonly doc: WebhookDoc
  /** Its parameters, with secrets decrypted. */
  readonly open: OpenParameters
  readonly message: AlertMessage
}

/** Parameters with their placeholders filled in, and the secret variables among them. */
export type FilledParameters = { readonly open: OpenParameters; readonly secrets: string[]; readonly held: Held[] }

export type FillParameters = (asked: Asked) => Promise<FilledParameters>

/** Variables that a message knows of the run it is about. */
const factsOf = ({ payload }: AlertMessage): Record<string, string> => ({
  CALL_ID: payload.call_id,
  CALL_NAME: payload.call_meta.name,
  CALL_RESULT_ID: payload.result_id,
  LOCATION_ID: payload.location_id,
})

/**
 * Variables of the run, also those that conditions set. What a monitored API answered may be among them, so that passwords and keys are
 * not filled with them, and in a URL they stay within their place.
 */
const runVariables = ({ payload }: AlertMessage, { kind }: Pick<WebhookParameter, 'kind'>): Record<string, string> =>
  kind === 'secret'
    ? {}
    : Object.fromEntries(
        Object.entries(passedOn(payload.context)).map(([name, value]) => [
          name,
          kind === 'url' ? encodeURIComponent(value.replace(/\p{Surrogate}/gu, '')) : onOneLine(value),
        ]),
      )

/** A line break would begin another header. */
const onOneLine = (value: string): string => value.replace(/\p{Cc}/gu, ' ')

/** The environment of the monitor or workflow that the message is about, and the names of its project. */
const placeOf = async (db: Db, { projectKey, message }: Asked) => {
  const { rows } = await sql<{ id: string; name: string; workspace: string | null }>`
    select p.id, p.name, o.doc #>> '{meta,workspace}' as workspace
    from project p left join object o on o.project_key = p.key and o.kind in ('monitor', 'workflow') and o.id = ${message.payload.call_id}
    where p.key = ${projectKey}`.execute(db)
  const [found] = rows
  return {
    workspace: found?.workspace ?? GLOBAL,
    facts: { PROJECT_ID: found?.id ?? '', PROJECT_NAME: found?.name ?? '' },
  }
}

/**
 * Fills placeholders in the parameters of alerts: from the environment of the monitor, from `global`, from the run, and from system
 * variables. The environment comes first here, so that no run decides where messages of others go.
 * Placeholders without a value stay as they are.
 */
export const openFillParameters = ({
  db,
  sealing,
  clock,
}: {
  db: Db
  sealing: SecretCipher
  clock: () => number
}): FillParameters => {
  const environments = openEnvironments(sealing)
  return async (asked) => {
    const { projectKey, doc, open, message } = asked
    const parameters = WEBHOOK_TYPES[doc.web_hook_type].parameters.filter(isFillable)
    const names = new Set(parameters.flatMap((one) => plainIn(fillableText(one, open[one.name] ?? '')[1])))
    if (names.size === 0) return { open, secrets: [], held: [] }
    const { workspace, facts } = await placeOf(db, asked)
    const find = await environments.read(db, [{ projectKey, workspace }])
    const found = find(projectKey, [workspace, GLOBAL], names)
    const system = {
      ...computedVariables(names, { nowMs: clock(), random: () => randomInt(2 ** 47) / 2 ** 47 }),
      ...facts,
      ...factsOf(message),
    }
    const environment = Object.fromEntries([...found].map(([name, { value }]) => [name, onOneLine(value)]))
    const filled = parameters.flatMap((one): [string, string][] => {
      const value = open[one.name]
      if (value === undefined) return []
      const [fixed, rest] = fillableText(one, value)
      const variables = { ...system, ...runVariables(message, one), ...environment }
      return [[one.name, fixed + substitutePlain(rest, variables)]]
    })
    const secret = [...found].filter(([, one]) => one.secret)
    return {
      open: { ...open, ...Object.fromEntries(filled) },
      secrets: secret.map(([, { value }]) => value),
      held: secret.map(([name, { origins }]) => ({ name, origins })),
    }
  }
}
