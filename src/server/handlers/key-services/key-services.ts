import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import type { keyServices as endpoints } from '../../../contract/key-services/key-services.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import { keyServiceProblems } from '../../../domain/key-services/key-service-rules.ts'
import { refuseOutsider } from '../../access/organizations.ts'
import type { HandlersOf } from '../../http/context.ts'
import { transitOf } from '../../keys/keyring.ts'
import { KeyServiceProblem, newDataKey } from '../../keys/transit.ts'
import { invalid, notFound, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import type { Db } from '../../store/core/database.ts'
import {
  addWrappedKey,
  currentKeyId,
  type KeyService,
  keyServiceOf,
  newestKeyId,
  recordCheck,
  removeKeyService,
  setEnabled,
  sourceOfKey,
  storeKeyService,
} from '../../store/key-services/key-services.ts'
import { secretsOfMonitor } from '../../store/key-services/monitor-secrets.ts'
import { resealOrganization } from '../../store/key-services/reseal.ts'
import { lockOrganization } from '../../store/organizations/members.ts'

type Row = AnswerOf<(typeof endpoints)['key-service.read']>

/** Handlers of an organization's key service. */
export const keyServiceHandlers = (services: Services): HandlersOf<typeof endpoints> => {
  const { sealing, keyring, allowed } = services

  const rowOf = async (db: Db, orgId: string): Promise<Row> => {
    const service = await keyServiceOf(db, orgId)
    const keyId = await newestKeyId(db, orgId)
    return {
      url: service?.url ?? null,
      namespace: service?.namespace ?? null,
      mount: service?.mount ?? null,
      key: service?.key_name ?? null,
      has_token: service !== undefined,
      enabled: (await currentKeyId(db, orgId)) !== null,
      available: keyId !== null && sealing.dataKeys.find(keyId) !== undefined,
      checked: service?.checked ? formatTime(service.checked) : null,
      problem: service?.problem ?? null,
      last_update: service ? formatTime(service.last_update) : null,
    }
  }

  return {
    'key-service.read': ({ params }, { db }) => rowOf(db, params.org),

    'key-service.update': async ({ params: { org }, body }, { caller, db, now, record }) => {
      const known = await keyServiceOf(db, org)
      const draft = {
        url: (body.url ?? known?.url ?? '').replace(/\/$/, ''),
        namespace: (body.namespace === undefined ? known?.namespace : body.namespace) || null,
        mount: body.mount ?? known?.mount ?? 'transit',
        key: body.key ?? known?.key_name ?? '',
      }
      const problems = keyServiceProblems(draft)
      // Otherwise whoever may change the address could have the token sent there.
      if (body.token === undefined && draft.url !== known?.url)
        problems.push({ field: 'token', code: 'required', message: 'token must be entered for this address.' })
      if (problems.length > 0) return invalid(problems)
      const token = body.token === undefined ? known?.token : sealing.sealOwn(body.token)
      if (!token) throw new Error('A key service without a token is refused above.')
      const { key: key_name, ...address } = draft
      const service = { org_id: org, ...address, key_name, token }
      const made = await newDataKey(transitOf(service, sealing), allowed).catch((cause) => {
        if (cause instanceof KeyServiceProblem) return cause
        throw cause
      })
      if (made instanceof KeyServiceProblem)
        return new Refusal(409, 'conflict', `The key service gave no key: ${made.message} Nothing was changed.`)
      // Only now, so that nothing that is done in the organization waits for the key service.
      await lockOrganization(db, org)
      const outside = await refuseOutsider(db, caller, org, 'write', now)
      if (outside) return outside
      const before = await keyServiceOf(db, org, { forChange: true })
      const isEnabled = (await currentKeyId(db, org)) !== null
      await storeKeyService(db, { ...service, now })
      await recordCheck(db, org, null, now)
      const { id } = await addWrappedKey(db, { orgId: org, ...made, now })
      keyring.hold({ id, key: made.key })
      const enabled = body.enabled ?? isEnabled
      // Writers of secrets read the setting for share: those that began are done, others wait for the commit.
      await setEnabled(db, org, enabled, now)
      if (enabled || isEnabled) await resealOrganization(db, sealing, org, enabled ? sourceOfKey(sealing, id) : null)
      record({
        resource: { type: 'key-service', id: org, name: `${draft.url} ${draft.key}` },
        organizationId: org,
        ...(before && { before: auditedOf(before, isEnabled) }),
        after: auditedOf({ ...service, checked: null, problem: null, last_update: now }, enabled),
      })
      return rowOf(db, org)
    },

    'key-service.test': async ({ params: { org } }, { db, now, record }) => {
      const service = await keyServiceOf(db, org)
      if (!service) return notFound('key service', 'organization')
      const refusal = await newDataKey(transitOf(service, sealing), allowed).then(
        () => null,
        (cause) => {
          if (cause instanceof KeyServiceProblem) return cause.message
          throw cause
        },
      )
      // The keyring notes what it finds on a connection of its own, so nothing may be written here before.
      const keyId = await newestKeyId(db, org)
      if (refusal === null && keyId !== null) await keyring.load([keyId], { isUrgent: true })
      const problem = refusal ?? (keyId !== null && !sealing.dataKeys.find(keyId) ? keyring.reasonOf(keyId) : null)
      await recordCheck(db, org, problem, now)
      record({
        resource: { type: 'key-service', id: org, name: `${service.url} ${service.key_name}` },
        organizationId: org,
        after: { problem },
      })
      return rowOf(db, org)
    },

    'key-service.remove': async ({ params: { org } }, { db, record }) => {
      const before = await keyServiceOf(db, org, { forChange: true })
      if (!before) return notFound('key service', 'organization')
      if ((await currentKeyId(db, org)) !== null)
        return new Refusal(
          409,
          'conflict',
          'The secrets of the organization are encrypted with its key: switch it off first, so that the installation encrypts them again.',
        )
      await removeKeyService(db, org)
      record({
        resource: { type: 'key-service', id: org, name: `${before.url} ${before.key_name}` },
        organizationId: org,
        before: auditedOf(before, false),
      })
      return null
    },

    'monitor.update-kms-helper': async ({ params }, { db, project }) => {
      const found = await secretsOfMonitor(db, project.key, params.id)
      if (!found) return notFound('monitor')
      await keyring.load(found.keyIds)
      const away = found.keyIds.find((id) => sealing.dataKeys.find(id) === undefined)
      return {
        kms_enabled: project.orgId !== null && (await currentKeyId(db, project.orgId)) !== null,
        key_available: away === undefined,
        reason: away === undefined ? null : keyring.reasonOf(away),
        secrets: found.secrets,
      }
    },
  }
}

const auditedOf = ({ url, namespace, mount, key_name, token }: KeyService, enabled: boolean) => ({
  url,
  namespace,
  mount,
  key: key_name,
  token,
  enabled,
})
