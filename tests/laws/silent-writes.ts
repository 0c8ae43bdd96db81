import type { EndpointName } from '../../src/contract/contract.ts'

/** Writes that leave no entry, and why that is right. */
export const SILENT: Partial<Record<EndpointName, string>> = {
  'agent.work': 'agents do nothing else all day: a lease is no deed of a person',
  'agent.body': 'a part of a result, kept with it',
  'agent.picture': 'the same',
  'agent.token': 'the refresh of a token that fell due: its times and its problem say so',
  'agent.results': 'what runs came to is kept as results, not as deeds',
  'agent.result': 'the same, in the older form',
  'factor.begin-totp': 'nothing has changed until it is confirmed',
  'factor.begin-passkey': 'the same',
  'session.passkey-options': 'it only says what a passkey has to sign',
  'federation.start': 'nobody is signed in yet: coming back from the provider is what is recorded',
  'identity.start-link': 'nothing is linked yet: coming back from the provider is what is recorded',
  'notification.mark': 'what one has read is one’s own, and changes nothing for others',
}

/** Writes that do several things at once: one entry for each. */
export const SEVERAL: Partial<Record<EndpointName, string>> = {
  'sample.import': 'one for each monitor and schedule that is made',
  'sample.remove': 'one for each that is removed',
  'watch.create': 'one for the monitor, and one for each further thing that is made or changed',
}

/** Those that need another server or a browser, and are tried below; or an OpenID provider, and are tried with the federation. */
export const APART: readonly EndpointName[] = [
  'setup.complete',
  'session.sign-in',
  // Sign-ins with a code or a passkey: `second-steps.test.ts` looks at their entry.
  'session.second-step',
  'session.passkey',
  'federation.finish',
  'identity.link',
]
