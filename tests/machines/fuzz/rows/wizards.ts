import { isEqual, valueAt } from '../../../../machines/draft-path.ts'
import { hasNoUnsavedInput, type WizardContext } from '../../../../machines/onboarding/wizard-context.ts'
import { always, implies, isIn, type Row } from '../law.ts'

const authorization: Row = {
  error: ({ problem }) => problem,
  failed: ['failed'],
  sound: ['preparing', 'leaving', 'comparing', 'finishing', 'done'],
  acts: ['leave'],
  laws: {
    'the browser leaves only to an address of the provider': () => {
      return ({ did, after }) => implies(did.includes('leave'), typeof after.context.url === 'string')
    },
    'a code is handed over only with the state that this tab stored': always(
      (_, { returned, recalled }, { inFlight }) =>
        inFlight.every(
          ({ id }) => id !== 'finish' || (recalled.state === returned.state && recalled.verifier !== null),
        ),
    ),
  },
}

const tokenWizard: Row = {
  error: ({ problem }) => problem,
  sound: ['grant', 'scopes', 'authorizing', 'left', 'obtaining', 'asking', 'waiting', 'polling', 'done'],
  laws: {
    'a token that was obtained is known, and its password is not kept': always((snapshot, { obtained, draft }) =>
      implies(isIn(snapshot, 'done'), obtained !== null && draft.password === ''),
    ),
    'a code is shown while the provider waits for it': always((snapshot, { code }) =>
      implies(isIn(snapshot, 'waiting', 'polling'), code !== null),
    ),
    'entered text stays': () => {
      let scopes: string | null = null
      return ({ move, after }) => {
        if (move?.kind === 'event' && move.event.type === 'CHANGE' && after.status === 'active')
          scopes = move.event.value
        return scopes === null || after.context.draft.scopes === scopes
      }
    },
  },
}

const STORED = ['info', 'project'] as const

const wizard: Row = {
  error: ({ failure }) => failure,
  sound: ['saving', 'starting', 'following', 'summary'],
  acts: ['leave'],
  laws: {
    'a monitor and the samples are made once': () => {
      const made = new Set<string>()
      return ({ move, inFlight }) => {
        if (move?.kind === 'end' && move.how.type === 'ANSWER' && ['watch', 'samples'].includes(move.id))
          made.add(move.id)
        return inFlight.every(({ id }) => !made.has(id))
      }
    },
    'what is called stored was sent': () => {
      const sent: Record<string, unknown[]> = { info: [], project: [] }
      return ({ after, inFlight, move }) => {
        for (const { id, input } of inFlight) sent[id]?.push(input)
        const { stored } = after.context
        if (move === null) for (const step of STORED) sent[step]?.push(stored[step])
        return STORED.every((step) => sent[step]?.some((one) => isEqual(one, stored[step])))
      }
    },
    'it asks about leaving only while something is unsaved': always((_, context) =>
      implies(context.asking, !hasNoUnsavedInput(context as WizardContext)),
    ),
    'entered text stays': () => {
      const entered = new Map<string, unknown>()
      return ({ move, after }) => {
        if (move?.kind === 'event' && move.event.type === 'CHANGE' && after.status === 'active')
          entered.set(move.event.path, move.event.value)
        return [...entered].every(([path, value]) => valueAt(after.context.draft, path) === value)
      }
    },
    'it is left once': () => {
      let left = 0
      return ({ did, after }) => {
        left += did.length
        return left === (after.status === 'done' ? 1 : 0)
      }
    },
  },
}

export const wizardRows: Readonly<Record<string, Row>> = { authorization, tokenWizard, wizard }
