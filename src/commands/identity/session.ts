import { LINK_NOT_SENT } from '../../domain/core/delivery-status.ts'
import { command } from '../core/command.ts'

/** Coming, going, and the account. */
export const sessionCommands = [
  command({
    id: 'session.start',
    words: 'sign in',
    title: 'Sign in',
    pending: 'Signing in',
    icon: 'person',
    publicToo: true,
    args: { 'target?': 'string', 'hint?': 'string' },
    prompts: { target: 'Where to go after signing in?', hint: 'Which email address?' },
    when: ({ signedIn }) => !signedIn,
    run({ target, hint }, world) {
      // Where a session has ended, its project is still open, and the person comes back to the page.
      const back = target ?? (world.project === null ? undefined : world.presence?.()?.href)
      world.send('sign-in', { type: 'SIGN_IN', ...(back && { target: back }), ...(hint && { hint }) })
    },
  }),
  command({
    id: 'session.retry',
    words: 'retry sign-in',
    title: 'Try again',
    icon: 'reload',
    publicToo: true,
    when: ({ signedIn }) => !signedIn,
    args: {},
    run: (_, world) => world.send('sign-in', { type: 'RETRY' }),
  }),
  command({
    id: 'session.end',
    words: 'sign out',
    title: 'Sign out',
    screen: true,
    pending: 'Signing out',
    icon: 'leave',
    effect: 'write',
    args: {},
    confirmTyped: () => ({
      question: 'Sign out of this browser?',
      effects: ['Changes that are not saved are lost.'],
      word: null,
      button: 'Sign out',
      reversible: true,
    }),
    writes: ['session.end'],
    run: (_, world) => world.send('sign-in', { type: 'SIGN_OUT' }),
  }),
  command({
    id: 'session.sign-in',
    words: 'continue sign-in',
    title: 'Sign in',
    pending: 'Signing in',
    effect: 'write',
    hidden: true,
    publicToo: true,
    args: { uid: 'string', email: 'string', password: 'string' },
    secret: ['uid', 'password'],
    prompts: { uid: 'Which sign-in?' },
    writes: ['session.sign-in'],
    async run({ uid, email, password }, world) {
      const { redirect_to } = await world.call('session.sign-in', { params: { uid }, body: { email, password } })
      if (redirect_to === null) world.go('interaction', { uid })
      else world.leave(redirect_to)
    },
  }),
  command({
    id: 'account.register',
    words: 'register account',
    title: 'Create account',
    screen: true,
    pending: 'Creating',
    effect: 'write',
    publicToo: true,
    when: ({ signedIn }) => !signedIn,
    args: {
      email: 'string',
      password: 'string',
      'name?': 'string',
      'invitation?': 'string',
      'invitation_secret?': 'string',
    },
    secret: ['password', 'invitation_secret'],
    prompts: { invitation: 'By which invitation?', invitation_secret: 'With which secret of the invitation?' },
    writes: ['account.register'],
    async run({ invitation, invitation_secret: secret, ...body }, world) {
      const invite = invitation !== undefined && secret !== undefined ? { invite: { id: invitation, secret } } : {}
      await world.call('account.register', { body: { ...body, ...invite } })
      world.tell('Account created. Sign in with it.')
    },
  }),
  command({
    id: 'account.verify',
    words: 'verify address',
    title: 'Verify',
    pending: 'Verifying',
    effect: 'write',
    publicToo: true,
    args: { token: 'string' },
    secret: ['token'],
    writes: ['account.verify'],
    async run(args, world) {
      await world.call('account.verify', { body: args })
      world.tell('Address confirmed')
    },
  }),
  command({
    id: 'account.send-verification',
    words: 'send verification',
    title: 'Send the mail again',
    pending: 'Sending',
    icon: 'mail',
    effect: 'write',
    args: {},
    writes: ['account.send-verification'],
    async run(_, world) {
      const { sent, mail_leaves } = await world.call('account.send-verification', {})
      world.tell(!sent ? 'Your address is confirmed already' : mail_leaves ? 'The mail is on its way' : LINK_NOT_SENT)
    },
  }),
  command({
    id: 'account.ask-reset',
    words: 'reset password',
    title: 'Send link',
    pending: 'Sending',
    icon: 'mail',
    effect: 'write',
    publicToo: true,
    args: { email: 'string' },
    writes: ['account.ask-reset'],
    async run(args, world) {
      const { mail_leaves } = await world.call('account.ask-reset', { body: args })
      world.tell(
        mail_leaves ? 'If the account exists, a link is on its way' : `If the account exists: ${LINK_NOT_SENT}`,
      )
    },
  }),
  command({
    id: 'account.reset-password',
    words: 'set password',
    title: 'Set password',
    pending: 'Saving',
    effect: 'write',
    hidden: true,
    publicToo: true,
    args: { account: 'string', token: 'string', password: 'string' },
    secret: ['token', 'password'],
    prompts: { account: 'Whose password?' },
    writes: ['account.reset-password'],
    async run({ account, token, password }, world) {
      await world.call('account.reset-password', { params: { id: account }, body: { token, password } })
      world.tell('Password set. Sign in with it.')
    },
  }),
  command({
    id: 'account.change-password',
    words: 'change password',
    title: 'Change password',
    pending: 'Saving',
    icon: 'lock',
    effect: 'write',
    args: { password: 'string', new_password: 'string' },
    secret: ['password', 'new_password'],
    prompts: { password: 'What is your current password?', new_password: 'What is the new password?' },
    writes: ['account.change-password'],
    async run(args, world) {
      await world.call('account.change-password', { body: args })
      world.tell('Password changed')
    },
  }),
  command({
    id: 'setup.complete',
    words: 'complete setup',
    title: 'Set up',
    pending: 'Setting up',
    effect: 'write',
    hidden: true,
    publicToo: true,
    args: {
      token: 'string',
      email: 'string',
      'password?': 'string',
      'organization?': 'string',
      'project?': 'string',
    },
    secret: ['token', 'password'],
    prompts: { organization: 'Organization name?', project: 'Project name?' },
    writes: ['setup.complete'],
    async run(args, world) {
      await world.call('setup.complete', { body: args })
      world.tell('Setup complete. Sign in to start.')
    },
  }),
]
