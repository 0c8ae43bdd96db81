import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Person, PersonAsked } from './consent.ts'

const QUESTION = 'consent'

/** The capabilities that a request itself declares. The envelope's type does not name its keys; its capabilities have been checked by then. */
const capabilitiesIn = (envelope: object | undefined): ClientCapabilities | undefined =>
  envelope && (envelope as { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities })[CLIENT_CAPABILITIES_META_KEY]

/** The person behind a request, as its client declares: in the request itself, or when the connection began. */
export const personOf = (request: ServerContext['mcpReq'], declared: ClientCapabilities | undefined): Person => {
  const { elicitation } = capabilitiesIn(request.envelope) ?? declared ?? {}
  // A client that names no kind of question shows forms.
  const canBeAsked = elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
  const said = inputResponse(request.inputResponses, QUESTION)
  if (said.kind !== 'elicit') return { canBeAsked, answer: null }
  const state = request.requestState()
  const agrees = said.action === 'accept' && said.content?.agree === true
  return { canBeAsked, answer: { agrees, state: typeof state === 'string' ? state : '' } }
}

/** The form that the client shows to its person. */
export const questionFor = ({ ask: { message, button, state } }: PersonAsked): InputRequiredResult =>
  inputRequired({
    inputRequests: {
      [QUESTION]: inputRequired.elicit({
        message,
        requestedSchema: {
          type: 'object',
          properties: { agree: { type: 'boolean', title: button } },
          required: ['agree'],
        },
      }),
    },
    requestState: state,
  })
