import type { EndpointName } from '../../src/contract/contract.ts'

/** Writes that leave no entry, and why that is right. */
export const SILENT: Partial<Record<EndpointName, string>> = {
  'agent.work': 'agents do nothing else all day: a lease is no deed of a person',
  'agent.body': 'a part of a result, kept with it',
  'agent.picture': 'the same',
  'agent.results': 'what runs came to is kept as results, not as deeds',
  'agent.result': 'the same, in the older form',
  'factor.begin-totp': 'nothing has changed until it is confirmed',
  'factor.begin-passkey': 'the same',
  'session.passkey-options': 'it only says what a passkey has to sign',
  'federation.start': 'nobody is signed in yet: coming back from the provider is what is recorded',
  'identity.start-link': 'nothing is linked yet: coming back from the provider is what is recorded',
  'notification.mark': 'what one has read is one’s own, and changes nothing for others',
}
