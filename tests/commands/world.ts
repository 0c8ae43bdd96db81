import { type ActorRefFrom, createActor } from 'xstate'
import { type UndoEvent, type UndoStep, undoMachine } from '../../machines/undo.ts'
import { newEntry } from '../../src/commands/core/undo/entries.ts'
import type { Entity, EntityKind, World } from '../../src/commands/core/world.ts'
import type { ManagedKind } from '../../src/contract/resources.ts'
import { managedKinds, managedSamples } from '../support/managed-kinds.ts'

export const CHECKOUT = 'Kq3vZ81mPd0aXy7LwE5tRb'
export const TAX = 'b7Yt2LmQ9sXw4RfVzA1cNe'

const monitors: readonly Entity[] = [
  { id: CHECKOUT, name: 'Checkout · capture payment', note: '1,284 ms', category: 'FAIL' },
  { id: TAX, name: 'Tax lookup (SOAP)', note: '5,120 ms', category: 'FAIL' },
  { id: 'c9Yt2LmQ9sXw4RfVzA1cNe', name: 'Catalogue search', note: '812 ms', category: 'SLOW' },
  { id: 'd1Yt2LmQ9sXw4RfVzA1cNe', name: 'Twin', note: '96 ms', category: 'PASS' },
  { id: 'd2Yt2LmQ9sXw4RfVzA1cNe', name: 'Twin', note: '97 ms', category: 'PASS' },
]

/** An object of a managed kind, named as in its sample. */
const sampled = (kind: ManagedKind): Entity => {
  const { create } = managedSamples[kind]
  const named = [create, ...Object.values(create)].map((each) => Object(each).name)
  return { id: `${kind}1Yt2LmQ9sXw4RfVzA1cNe`.slice(0, 22), name: String(named.find((each) => each !== undefined)) }
}

/** Objects of every managed kind: one that a test names stands below. */
const ofManagedKinds = (): Readonly<Record<ManagedKind, readonly Entity[]>> => {
  const all = managedKinds.map(({ name }) => [name, [sampled(name)]])
  // The list has every managed kind.
  return Object.fromEntries(all) as Record<ManagedKind, readonly Entity[]>
}

/** What the world of the examples holds; no test changes it. */
const exampleEntities: Readonly<Record<EntityKind, readonly Entity[]>> = {
  ...ofManagedKinds(),
  monitor: monitors,
  schedule: [{ id: 's1Yt2LmQ9sXw4RfVzA1cNe', name: 'Partner checks', note: '3 targets' }],
  downtime: [{ id: 'd1Yt2LmQ9sXw4RfVzA1cNe', name: 'Nightly backup', note: 'upcoming' }],
  webhook: [{ id: 'w1Yt2LmQ9sXw4RfVzA1cNe', name: 'On-call', note: 'https://hooks.example' }],
  location: [
    { id: 'aws-use1', name: 'N. Virginia', note: '1,225 ms', category: 'FAIL' },
    { id: 'aws-usw2', name: 'Oregon', note: 'not on the schedule' },
    { id: 'aws-euc1', name: 'Frankfurt', note: '96 ms', category: 'PASS' },
  ],
  project: [{ id: 'p1Yt2LmQ9sXw4RfVzA1cNe', name: 'Payments API', note: 'Harbourline' }],
  certificate: [],
  incident: [
    { id: 'i1Yt2LmQ9sXw4RfVzA1cNe', name: 'Checkout is failing', note: 'investigating' },
    { id: 'i2Yt2LmQ9sXw4RfVzA1cNe', name: 'Payments are slow', note: 'resolved' },
  ],
  'identity-provider': [],
  'service-account': [],
  organization: [],
  integration: [],
  agent: [{ id: 'g1Yt2LmQ9sXw4RfVzA1cNe', name: 'Office Berlin', note: 'office_berlin, online' }],
  'agent-token': [{ id: 'j1Yt2LmQ9sXw4RfVzA1cNe', name: 'office', note: 'a1b2…' }],
  'organization-downtime': [],
  collection: [{ id: 'o1Yt2LmQ9sXw4RfVzA1cNe', name: 'Harbourline' }],
  'browser-test': [{ id: 'b1Yt2LmQ9sXw4RfVzA1cNe', name: 'Checkout journey', note: 'shop.example' }],
  'deleted-monitor': [{ id: 'e1Yt2LmQ9sXw4RfVzA1cNe', name: 'Old orders', note: 'https://old.example/' }],
  'older-monitor': [{ id: 'd1Yt2LmQ9sXw4RfVzA1cNe', name: 'Old prices', note: 'https://prices.example/' }],
  tag: [
    { id: 'checkout', name: 'checkout', note: '2 monitors' },
    { id: 'critical', name: 'critical', note: '1 monitor' },
  ],
  notification: [{ id: '7c', name: 'Tax lookup fails', note: 'It could not be reached.' }],
  result: [],
  'workflow-result': [],
  environment: [{ id: 'staging', name: 'staging', note: '2 variables' }],
  variable: [{ id: 'v1Yt2LmQ9sXw4RfVzA1cNe', name: 'BASE_URL', note: 'staging' }],
  mail: [{ id: 'm1Yt2LmQ9sXw4RfVzA1cNe', name: 'Choose a new password to ada@example.com', note: 'kept' }],
  account: [{ id: 'a1Yt2LmQ9sXw4RfVzA1cNe', name: 'bob@example.com', note: 'Bob' }],
  'audit-entry': [],
  'api-key': [{ id: 'k1Yt2LmQ9sXw4RfVzA1cNe', name: 'CI', note: 'a1b2…' }],
}

type Sent = { readonly machine: string; readonly event: Readonly<Record<string, unknown>> }
type Listeners = {
  readonly onCall?: (operation: string, input: unknown) => unknown
  readonly onSend?: (machine: string, event: Sent['event']) => void
}

/** A world that writes down what commands do with it. What is given replaces its readings. */
export const exampleWorld = (given: Partial<World> & Listeners = {}) => {
  const { onCall, onSend, ...readings } = given
  const calls: { operation: string; input: unknown }[] = []
  const sent: Sent[] = []
  const told: { text: string; undo?: readonly UndoStep[] | undefined }[] = []
  let stack: ActorRefFrom<typeof undoMachine> | null = null
  const undoStack = () => {
    stack ??= createActor(undoMachine).start()
    return stack
  }
  const gone: string[] = []
  const copied: string[] = []
  const world: World = {
    place: { name: 'monitors', params: {}, search: {} },
    signedIn: true,
    site: { viewer: false, admin: false },
    project: { id: 'p1Yt2LmQ9sXw4RfVzA1cNe', name: 'Payments API', level: 'OWNER' },
    focus: { kind: 'monitor', id: CHECKOUT, name: 'Checkout · capture payment' },
    selection: null,
    preferences: {
      theme: 'system',
      density: 'regular',
      singleKeys: true,
      timeZone: null,
      landing: 'collections',
      favorites: [],
      collapsed: false,
      keys: {},
    },
    hasOnScreen: () => true,
    entities: (kind) => exampleEntities[kind],
    searched: () => null,
    known: () => undefined,
    read: () => undefined,
    go: (name, ...rest) => void gone.push(`${name} ${JSON.stringify(rest)}`),
    goTo: (href) => void gone.push(href),
    async call(operation, input) {
      calls.push({ operation, input })
      // What a test's listener answers is what that endpoint would.
      return ((await onCall?.(operation, input)) ?? {}) as never
    },
    refresh() {},
    tell(text, { undo: steps } = {}) {
      told.push({ text, undo: steps })
      if (!steps) return
      const entry = newEntry({ id: `entry-${told.length}`, text, steps }, world)
      undoStack().send({ type: 'DID', entry })
    },
    undoable: () => undoStack().getSnapshot().context,
    send(machine, event) {
      sent.push({ machine, event })
      // The machine is named, so its event is one of its own.
      if (machine === 'undo') undoStack().send(event as UndoEvent)
      onSend?.(machine, event)
    },
    leave: (href) => void gone.push(href),
    newId: () => `id-${sent.length}`,
    now: () => Date.parse('2026-01-05T10:00:00Z'),
    copy: async (text) => void copied.push(text),
    download() {},
    ...readings,
  }
  return { world, calls, sent, told, gone, copied }
}
