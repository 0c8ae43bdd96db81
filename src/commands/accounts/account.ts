import type { ProductContract } from '../../contract/contract.ts'
import type { BodyOf } from '../../contract/core/endpoint.ts'
import { isTimeZone } from '../../domain/core/zone-time.ts'
import { timeZone } from '../core/argument-checks.ts'
import { counted } from '../core/bulk-words.ts'
import { command } from '../core/command.ts'
import { objectsIn } from '../core/objects.ts'
import type { World } from '../core/world.ts'

/** Changes one's own account; what shows one's name everywhere follows. */
const change = async (world: World, body: NonNullable<BodyOf<ProductContract['account.update']>>): Promise<void> => {
  await world.call('account.update', { body })
  world.send('project', { type: 'REFRESH' })
}

const BROWSERS_OWN = 'browser'

const zones = (): readonly { value: string; note?: string }[] => [
  { value: BROWSERS_OWN, note: 'the zone of this browser' },
  ...['UTC', ...Intl.supportedValuesOf('timeZone')].map((value) => ({ value })),
]

/** One's own account: who one is, and where one is signed in. */
export const accountCommands = [
  command({
    id: 'account.update',
    words: 'change profile',
    title: 'Change profile',
    pending: 'Saving',
    icon: 'person',
    effect: 'write',
    needsOption: true,
    args: {
      'name?': '1 <= string <= 200',
      'nickname?': 'string <= 100',
      'company?': 'string <= 200',
      'role?': 'string <= 200',
      'default_project?': 'string',
    },
    of: { default_project: 'project' },
    prompts: {
      name: 'What is your name?',
      nickname: 'What is your nickname?',
      company: 'Where do you work?',
      role: 'What is your role there?',
      default_project: 'Which project opens after signing in?',
    },
    undo: 'calls',
    writes: ['account.update'],
    async run({ name, nickname, company, role, default_project }, world) {
      await change(world, {
        ...(name !== undefined && { name }),
        ...(nickname !== undefined && { nickname }),
        ...(company !== undefined && { company }),
        ...(role !== undefined && { role }),
        ...(default_project !== undefined && { default_project_id: default_project }),
      })
      world.tell('Profile saved')
    },
  }),
  command({
    id: 'account.rename',
    words: 'change name',
    title: 'Change name',
    pending: 'Saving',
    icon: 'person',
    effect: 'write',
    args: { name: '1 <= string <= 200' },
    prompts: { name: 'What is your name?' },
    undo: 'calls',
    writes: ['account.update'],
    async run({ name }, world) {
      await change(world, { name })
      world.tell(`You are “${name.trim()}” now`)
    },
  }),
  command({
    id: 'account.set-default-project',
    words: 'set default-project',
    title: 'Open after signing in',
    pending: 'Saving',
    icon: 'home',
    effect: 'write',
    args: { project: 'string' },
    of: { project: 'project' },
    undo: 'calls',
    writes: ['account.update'],
    async run({ project }, world) {
      await change(world, { default_project_id: project })
      world.tell('It now opens after signing in')
    },
  }),
  command({
    id: 'account.clear-default-project',
    words: 'clear default-project',
    title: 'Open the last project after signing in',
    pending: 'Saving',
    icon: 'home',
    effect: 'write',
    args: {},
    undo: 'calls',
    writes: ['account.update'],
    async run(_, world) {
      await change(world, { default_project_id: null })
      world.tell('The last opened project opens after signing in')
    },
  }),
  command({
    id: 'account.set-picture',
    words: 'set picture',
    title: 'Set picture',
    pending: 'Saving',
    icon: 'upload',
    effect: 'write',
    hidden: true,
    args: { picture: 'string <= 90000' },
    prompts: { picture: 'Which picture, as a data URL?' },
    secret: ['picture'],
    writes: ['account.update'],
    run: ({ picture }, world) => change(world, { picture }),
  }),
  command({
    id: 'account.choose-picture',
    words: 'choose picture',
    title: 'Choose a picture',
    icon: 'upload',
    when: ({ place }) => place?.name === 'profile',
    args: {},
    run: (_, world) => world.send('screen', { type: 'CHOOSE_PICTURE' }),
  }),
  command({
    id: 'account.remove-picture',
    words: 'remove picture',
    title: 'Remove the picture',
    pending: 'Removing',
    icon: 'trash',
    effect: 'write',
    args: {},
    confirmTyped: () => ({
      question: 'Remove your picture?',
      effects: ['Your initials are shown instead, until you upload another one.'],
      word: null,
      button: 'Remove picture',
    }),
    writes: ['account.update'],
    run: (_, world) => change(world, { picture: null }),
  }),
  command({
    id: 'appearance.time-zone',
    words: 'set time-zone',
    title: 'Time zone',
    icon: 'globe',
    args: { zone: 'string' },
    prompts: { zone: 'In which time zone are times shown?' },
    choices: { zone: zones },
    checks: { zone: (text, args, world) => (text === BROWSERS_OWN ? null : timeZone(text, args, world)) },
    run({ zone }, world) {
      if (zone !== BROWSERS_OWN && !isTimeZone(zone))
        throw new Error(`${zone} is not a time zone: use one such as Europe/Vienna, or “${BROWSERS_OWN}”.`)
      world.send('preferences', { type: 'SET', timeZone: zone === BROWSERS_OWN ? null : zone })
      world.tell(`Times are shown in ${zone === BROWSERS_OWN ? 'the time zone of this browser' : zone}`)
    },
  }),
  command({
    id: 'session.remove',
    words: 'end session',
    title: 'Sign out there',
    pending: 'Signing out',
    icon: 'leave',
    effect: 'write',
    hidden: true,
    args: { session: 'string' },
    objects: {
      session: objectsIn(
        'session.list',
        () => ({}),
        ({ results }) =>
          results.map(({ id, client, ip, current }) => ({ id, name: client, note: current ? 'this one' : (ip ?? '') })),
      ),
    },
    prompts: { session: 'Which session?' },
    confirm: ({ session }, world) => {
      const found = world.known('session.list', {})?.results.find(({ id }) => id === session)
      return {
        question: `Sign out ${found ? `of ${found.client}` : 'there'}?`,
        effects: ['Whoever uses it has to sign in again'],
        ...(found?.current && { barred: 'This is your current session: sign out instead.' }),
        word: null,
        button: 'Sign out there',
      }
    },
    writes: ['session.remove'],
    async run({ session }, world) {
      await world.call('session.remove', { params: { id: session } })
      world.tell('Signed out there')
    },
  }),
  command({
    id: 'session.end-others',
    words: 'sign out everywhere-else',
    title: 'Sign out everywhere else',
    pending: 'Signing out',
    icon: 'leave',
    effect: 'write',
    args: {},
    confirm: (_, world) => {
      const others = world.known('session.list', {})?.results.filter(({ current }) => !current).length
      return {
        question: 'Sign out everywhere else?',
        effects: [
          others === undefined
            ? 'All of your other sessions end'
            : `${counted(others, ['other session', 'other sessions'])} ${others === 1 ? 'ends' : 'end'}`,
          'Applications that they connected are disconnected',
        ],
        word: null,
        button: 'Sign out everywhere else',
      }
    },
    writes: ['session.end-others'],
    async run(_, world) {
      await world.call('session.end-others', {})
      world.tell('All other sessions ended, and the applications they connected')
    },
  }),
]
