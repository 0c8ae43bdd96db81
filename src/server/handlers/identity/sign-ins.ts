import type { sessions } from '../../../contract/identity/sessions.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import type { HandlersPart } from '../../http/context.ts'
import { forbidden, Refusal } from '../../refusal.ts'
import { endSignIns, endUnwantedSignIn, signInsOf } from '../../store/identity/sign-ins.ts'

const ofPersons = forbidden('An API key has no sessions.')
const elsewhere = new Refusal(404, 'not_found', 'An identity tenant signs people in here: end your sessions there.')

/** Handlers for a person's own sessions. */
export const signInHandlers = () =>
  ({
    'session.list': async (_, { caller, db, now }) => {
      if (caller.kind !== 'account') return ofPersons
      const rows = await signInsOf(db, caller.accountId, now)
      return {
        meta: { more: false, next_cursor: null },
        results: rows.map((row) => ({
          id: row.grant_id,
          client: row.client,
          current: row.grant_id === caller.signIn?.grant,
          ip: row.ip,
          user_agent: row.user_agent,
          started: formatTime(row.started),
          last_used: formatTime(row.last_used),
        })),
      }
    },

    'session.remove': async ({ params }, { caller, db, now, record }) => {
      if (caller.kind !== 'account') return ofPersons
      const found = (await signInsOf(db, caller.accountId, now)).find(({ grant_id }) => grant_id === params.id)
      if (!found) return new Refusal(404, 'not_found', 'This session has already ended.')
      if (found.grant_id === caller.signIn?.grant)
        return new Refusal(409, 'conflict', 'This is your current session: sign out instead.')
      await endUnwantedSignIn(db, { grant: found.grant_id, session: found.session })
      record({ resource: { type: 'account', id: caller.accountId, name: caller.email }, before: { ip: found.ip } })
      return null
    },

    'session.end-others': async (_, { caller, db, record }) => {
      if (caller.kind !== 'account') return ofPersons
      if (!caller.signIn) return elsewhere
      await endSignIns(db, caller.accountId, caller.signIn)
      record({ resource: { type: 'account', id: caller.accountId, name: caller.email } })
      return null
    },
  }) satisfies HandlersPart<typeof sessions>
