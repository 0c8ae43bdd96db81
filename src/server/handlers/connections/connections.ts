import type { connections } from '../../../contract/connections/connections.ts'
import type { ProductContract } from '../../../contract/contract.ts'
import type { AnswerOf } from '../../../contract/core/endpoint.ts'
import { type AskedConnection, askedProblems, asksToWrite } from '../../../domain/connections/asked-connection.ts'
import { daysToMs } from '../../../domain/connections/lifetimes.ts'
import { redirectHost, withParameters } from '../../../domain/connections/redirect-uri.ts'
import { problem } from '../../../domain/core/problem.ts'
import { formatTime } from '../../../domain/core/wire-time.ts'
import type { Caller } from '../../access/caller.ts'
import { projectKeyOf } from '../../access/standing.ts'
import { addressesAt } from '../../connections/addresses.ts'
import type { Context, HandlersOf } from '../../http/context.ts'
import { noticeTo } from '../../mail/notices.ts'
import { forbidden, invalid, Refusal } from '../../refusal.ts'
import type { Services } from '../../services.ts'
import { type Client, clientById } from '../../store/connections/clients.ts'
import { issueCode } from '../../store/connections/connection-tokens.ts'
import {
  addConnection,
  type ConnectionRow,
  connectionsOf,
  removeConnection,
} from '../../store/connections/connections.ts'
import type { Db } from '../../store/core/database.ts'
import { holdSignIn } from '../../store/identity/sign-ins.ts'

const ofPersons = forbidden('Only a person who is signed in connects applications.')

type Person = Extract<Caller, { kind: 'account' }>

export const connectionHandlers = (services: Services): HandlersOf<typeof connections> => {
  const { issuer, resource } = addressesAt(services.url)

  /** The application that asks; a refusal if the request is not right. */
  const checked = async (db: Db, asked: AskedConnection): Promise<Client | Refusal> => {
    const client = await clientById(db, asked.client_id)
    const problems = askedProblems(asked, { redirectUris: client?.redirect_uris ?? null, resource })
    if (problems.length > 0 || !client) return invalid(problems)
    return client
  }

  const answerAt = ({ redirect_uri, state }: AskedConnection, answer: Record<string, string>): string =>
    withParameters(redirect_uri, { ...answer, state, iss: issuer })

  return {
    'connection.ask': async ({ query }, { caller, db }) => {
      if (!personOf(caller)) return ofPersons
      const client = await checked(db, query)
      if (client instanceof Refusal) return client
      return {
        client: { name: client.name, website: client.website, registered: formatTime(client.created) },
        host: redirectHost(query.redirect_uri),
        writes: asksToWrite(query.scope),
        refuse_to: answerAt(query, { error: 'access_denied', error_description: 'The person refused the connection.' }),
      }
    },

    'connection.approve': async ({ body }, context) => {
      const person = personOf(context.caller)
      if (!person) return ofPersons
      const { db, now } = context
      const client = await checked(db, body)
      if (client instanceof Refusal) return client
      if (body.writes && !asksToWrite(body.scope))
        return invalid([problem('writes', 'forbidden', 'must be false: the application asks to read only.')])
      const projectKey = body.project_id === null ? null : await projectKeyOf(db, person, body.project_id)
      if (body.project_id !== null && projectKey === null)
        return invalid([problem('project_id', 'unknown', 'must be a project that you may enter.')])
      if (person.signIn && !(await holdSignIn(db, person.signIn)))
        return new Refusal(401, 'unauthenticated', 'Your session has just ended: sign in again.')
      const expires = now + daysToMs(body.days)
      const id = await addConnection(
        db,
        {
          accountId: person.accountId,
          clientId: client.id,
          projectKey,
          writes: body.writes,
          expires,
          signedIn: person.assurance?.signedIn ?? null,
          ofTenant: person.assurance?.isOfTenant ?? false,
          // A second factor of our own is looked up at each request; only a tenant's word has to be remembered.
          provedFactor: person.assurance?.isOfTenant === true && person.assurance.hasFactor,
          approvedIn: person.signIn?.grant ?? null,
        },
        now,
      )
      const code = await issueCode(db, id, { challenge: body.code_challenge, redirectUri: body.redirect_uri }, now)
      context.record({
        resource: { type: 'connection', id, name: client.name },
        after: {
          host: redirectHost(body.redirect_uri),
          project_id: body.project_id,
          writes: body.writes,
          expires: formatTime(expires),
        },
      })
      await noticeTo(context, services, person, { about: 'application-connected', subject: client.name })
      return { redirect_to: answerAt(body, { code }) }
    },

    'connection.list': async (_, { caller, db, now }) => {
      const person = personOf(caller)
      if (!person) return ofPersons
      const rows = await connectionsOf(db, person.accountId, now)
      return { meta: { more: false, next_cursor: null }, results: rows.map(answerOf) }
    },

    'connection.remove': async ({ params }, context: Context) => {
      const person = personOf(context.caller)
      if (!person) return ofPersons
      const { db, now } = context
      const row = (await connectionsOf(db, person.accountId, now)).find(({ id }) => id === params.id)
      if (!row || !(await removeConnection(db, person.accountId, row.id)))
        return new Refusal(404, 'not_found', 'This application is not connected any more.')
      context.record({
        resource: { type: 'connection', id: row.id, name: row.client },
        before: { project_id: row.project_id, writes: row.writes, expires: formatTime(row.expires) },
      })
      return null
    },
  }
}

const personOf = (caller: Caller): Person | null =>
  caller.kind === 'account' && caller.connection === undefined ? caller : null

type Answer = AnswerOf<ProductContract['connection.list']>['results'][number]

const answerOf = (row: ConnectionRow): Answer => ({
  id: row.id,
  name: row.client,
  website: row.website,
  hosts: [...new Set(row.redirect_uris.map(redirectHost))],
  project: row.project_id === null ? null : { id: row.project_id, name: row.project_name ?? row.project_id },
  writes: row.writes,
  created: formatTime(row.created),
  expires: formatTime(row.expires),
  last_used: row.last_used === null ? null : formatTime(row.last_used),
})
