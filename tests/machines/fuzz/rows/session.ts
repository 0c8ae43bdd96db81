import { isEqual } from '../../../../machines/draft-path.ts'
import { preferencesFrom } from '../../../../machines/preferences.ts'
import { always, implies, isIn, type Row } from '../law.ts'

const navigation: Row = {
  acts: ['push', 'restore'],
  laws: {
    'it asks exactly while an address waits for unsaved work': always((snapshot, { wanted, dirty }) =>
      isIn(snapshot, 'asking') ? wanted !== null && dirty !== null : wanted === null,
    ),
    'unsaved work is left only after it was asked about': () => {
      return ({ before, after }) => {
        const isLeft = before.context.href.split('?')[0] !== after.context.href.split('?')[0]
        return implies(isLeft && before.context.dirty !== null, isIn(before, 'asking'))
      }
    },
    'the browser shows the address of the app': () => {
      let shown = ''
      return ({ did, move, after, before }) => {
        if (move === null) shown = after.context.href
        if (move?.kind === 'event' && move.event.type === 'POPPED') shown = move.event.href
        if (did.includes('push') || did.includes('restore')) shown = after.context.href
        return shown === after.context.href && before !== null
      }
    },
  },
}

const lazyScreen: Row = {
  error: ({ error }) => error,
  failed: ['unanswered'],
  sound: ['quiet', 'waiting', 'shown'],
  laws: {
    'a failure has its error, or the screen is still on its way': always((snapshot, { error }, { inFlight }) =>
      implies(isIn(snapshot, 'failed'), error !== null || inFlight.some(({ id }) => id === 'load')),
    ),
    'a shown screen is there': always((snapshot, { screen }) => implies(isIn(snapshot, 'shown'), screen !== null)),
  },
}

const connection: Row = {
  error: ({ lostAt }) => lostAt,
  failed: ['away', 'offline'],
  sound: ['answering', 'checking'],
  laws: {
    'a server that does not answer is probed, or will be': always(
      (snapshot, { nextAt }, { inFlight }) =>
        implies(isIn(snapshot, 'checking', 'asking'), inFlight.length === 1) &&
        implies(isIn(snapshot, 'waiting'), nextAt > 0),
    ),
    'a page of another version than the server says so': always((snapshot, { version, serverVersion }) =>
      implies(
        isIn(snapshot, 'answering'),
        isIn(snapshot, 'outdated') === (serverVersion !== null && serverVersion !== version),
      ),
    ),
  },
}

const poll: Row = {
  acts: ['fetch'],
  laws: {
    'only something awaited on a visible page is fetched': () => {
      return ({ before, move, did }) =>
        implies(
          did.includes('fetch'),
          isIn(before, 'waiting') ? move?.kind === 'wait' : isIn(before, 'hidden') && move?.label === 'SHOW',
        )
    },
    'a page that comes back fetches once': () => {
      return ({ move, did }) => implies(move?.label === 'SHOW', did.length <= 1)
    },
  },
}

const signIn: Row = {
  error: ({ error }) => error,
  ends: { insecure: 'the page must be opened over https' },
  laws: {
    'a signed-in person is known': always((snapshot, { user }) =>
      implies(isIn(snapshot, 'signedIn', 'expired'), user !== null),
    ),
    'a signed-out page knows nobody, and no session that expired': always((snapshot, { user, expired }) =>
      implies(isIn(snapshot, 'signedOut', 'insecure'), user === null && !expired),
    ),
    'who has just come in, or has just been away too long, sees no older error': () => {
      return ({ before, after, move }) => {
        const isNew = (isIn(before, 'reading') && isIn(after, 'signedIn')) || move?.label === 'EXPIRED'
        return implies(isNew && before.value !== after.value, after.context.error === null)
      }
    },
    'a session that expired is said to have': always(
      (snapshot, { expired }) =>
        implies(isIn(snapshot, 'expired'), expired) && implies(isIn(snapshot, 'signedIn'), !expired),
    ),
  },
}

const preferences: Row = {
  laws: {
    'they are always valid': always((_, { owner: _owner, unstored: _unstored, ...preferences }) =>
      isEqual(preferencesFrom(preferences), preferences),
    ),
    'what is being stored was changed here, and applied when it was sent': () => {
      // A reload may have cut it off before.
      const changed = new Set<string>(['theme'])
      return ({ before, move, after, did, inFlight }) => {
        const { theme, singleKeys: single_keys, keys } = after.context
        if (isIn(before, 'following') && isIn(after, 'alone')) changed.clear()
        if (move?.kind === 'event' && move.event.type === 'SET' && isIn(after, 'following'))
          for (const field of Object.keys(move.event)) changed.add(field === 'singleKeys' ? 'single_keys' : field)
        const applies: Readonly<Record<string, unknown>> = { theme, single_keys, keys }
        return inFlight.every(({ input }) =>
          Object.entries((input as { preferences: object }).preferences).every(
            ([field, value]) => changed.has(field) && implies(did.includes('store'), isEqual(value, applies[field])),
          ),
        )
      }
    },
    'one request is on the way at a time': always((_, __, { inFlight }) => inFlight.length <= 1),
    'they are stored only with the account of somebody who is here': always(
      (snapshot, _, { inFlight }) => isIn(snapshot, 'storing') === inFlight.length > 0,
    ),
  },
}

const secondStep: Row = {
  error: ({ problem }) => problem,
  sound: ['checking', 'signing', 'spent', 'leaving'],
  laws: {
    'a code that was used is not kept': always((snapshot, { code }) =>
      implies(isIn(snapshot, 'spent', 'leaving'), code === ''),
    ),
    'who leaves knows where to': always((snapshot, { redirectTo }) =>
      implies(isIn(snapshot, 'leaving'), redirectTo !== ''),
    ),
    'a code is asked for only after the password': always((snapshot, { methods }) =>
      implies(isIn(snapshot, 'code', 'checking', 'passkey'), methods !== null),
    ),
  },
}

const newFactor: Row = {
  error: ({ problem }) => problem,
  sound: ['choosing', 'beginning', 'confirming', 'adding', 'codes'],
  acts: ['finish'],
  laws: {
    'a secret is shown only once it was begun, and not kept': always(
      (snapshot, { begun, codes, proof }) =>
        implies(isIn(snapshot, 'scanning', 'confirming'), begun !== null && proof === '') &&
        implies(isIn(snapshot, 'choosing'), begun === null && codes === null && proof === ''),
    ),
    'recovery codes are shown until the person goes on': always(
      (snapshot, { codes }) => isIn(snapshot, 'codes') === (codes !== null),
    ),
    'a factor that was added is told once': () => {
      return ({ did, before, after }) =>
        implies(did.includes('finish'), did.length === 1 && isIn(after, 'choosing') && !isIn(before, 'choosing'))
    },
  },
}

export const sessionRows: Readonly<Record<string, Row>> = {
  connection,
  lazyScreen,
  navigation,
  newFactor,
  poll,
  preferences,
  secondStep,
  signIn,
}
