import { strangersWords } from '../../domain/core/strangers-words.ts'
import { accountById } from '../store/accounts/accounts.ts'
import type { Db } from '../store/core/database.ts'
import type { SecretCipher } from '../store/core/secret-cipher.ts'
import { mailsSince, queueWrittenMail } from './outbox.ts'
import { type Content, renderMail } from './template.ts'

/** Kinds of notices. Each tells the owner of an account of a change to it. */
export type NoticeAbout =
  | 'linked'
  | 'unlinked'
  | 'application-connected'
  | 'key-made'
  | 'join-token-made'
  | 'address-asked'
  | 'address-changed'
  | 'account-deleted'

type Notice = {
  readonly about: NoticeAbout
  readonly to: { readonly email: string; readonly name: string }
  /** The name of the provider, application, key or token, or the new address. */
  readonly subject: string
  readonly now: number
}

type Sending = { readonly sealing: SecretCipher; readonly url: string }

const HOUR_MS = 3_600_000
/** Maximum notices of one kind to an address within an hour. */
const MOST_PER_HOUR = 5

const resetLink = (url: string) => ({
  words: 'This was not me: choose a new password',
  address: `${url}/password-reset/`,
})

const contents: Record<NoticeAbout, (name: string, subject: string, url: string) => Content> = {
  linked: (name, subject, url) => ({
    subject: `${subject} can now sign you in`,
    paragraphs: [`Hello ${name}, a sign-in at ${subject} was linked to your Sonde account at ${url}.`],
    link: { words: 'Look at your profile', address: `${url}/settings/profile` },
    because: 'If this was not you, unlink it in your profile and change your password.',
  }),
  unlinked: (name, subject, url) => ({
    subject: `${subject} no longer signs you in`,
    paragraphs: [`Hello ${name}, the sign-in at ${subject} was unlinked from your Sonde account at ${url}.`],
    link: { words: 'Look at your profile', address: `${url}/settings/profile` },
    because: 'If this was not you, change your password.',
  }),
  'application-connected': (name, subject, url) => ({
    subject: `${strangersWords(subject)} is connected to your account`,
    paragraphs: [
      `Hello ${name}, an application that calls itself ${strangersWords(subject)} was connected to your Sonde account at ${url}. It can act for you until the connection ends.`,
    ],
    link: { words: 'Show connected applications', address: `${url}/settings/connections` },
    because: 'If this was not you, disconnect it, change your password and end all other sessions.',
  }),
  'key-made': (name, subject, url) => ({
    subject: 'An API key was made with your account',
    paragraphs: [
      `Hello ${name}, the API key ${strangersWords(subject)} was made with your Sonde account at ${url}. A new password does not end it.`,
    ],
    link: { words: 'Look at your profile', address: `${url}/settings/profile` },
    because: 'If this was not you, revoke it under Settings → API keys, and change your password.',
  }),
  'join-token-made': (name, subject, url) => ({
    subject: 'A join token was made with your account',
    paragraphs: [
      `Hello ${name}, the join token ${strangersWords(subject)} was made with your Sonde account at ${url}. An agent that joins with it gets secrets of its projects.`,
    ],
    link: { words: 'Look at your profile', address: `${url}/settings/profile` },
    because: 'If this was not you, delete it and the agents that joined with it, and change your password.',
  }),
  'address-asked': (name, subject, url) => ({
    subject: 'Your email address is about to change',
    paragraphs: [
      `Hello ${name}, someone who is signed in to your Sonde account at ${url} asked to change its address to ${subject}. It changes when the link in the mail to that address is opened.`,
    ],
    link: resetLink(url),
    because: 'If this was not you, choose a new password now: this also ends the request.',
  }),
  'address-changed': (name, subject, url) => ({
    subject: 'Your email address was changed',
    paragraphs: [
      `Hello ${name}, the address of your Sonde account at ${url} is ${subject} now. This address no longer opens it, and gets no more alerts of it.`,
    ],
    because: 'If this was not you, tell an administrator of the installation at once.',
  }),
  'account-deleted': (name, _, url) => ({
    subject: 'Your account was deleted',
    paragraphs: [
      `Hello ${name}, your Sonde account at ${url} was deleted. Its sessions have ended, and its API keys are refused.`,
    ],
    because: 'If this was not you, tell an administrator of the installation at once.',
  }),
}

/** Queues a notice to the owner of an account, in the transaction of the change. */
export const queueNotice = async (
  db: Db,
  { sealing, url }: Sending,
  { about, to, subject, now }: Notice,
): Promise<void> => {
  const before = await mailsSince(db, { to: to.email, kinds: [about], since: now - HOUR_MS })
  if (before.count >= MOST_PER_HOUR) return
  const letter = renderMail(contents[about](to.name, subject, url))
  await queueWrittenMail(db, sealing, { kind: about, to: to.email, letter, now })
}

/** Queues a notice to a person about what was made with their account, in the transaction of the change. */
export const noticeTo = async (
  { db, now, afterCommit }: { readonly db: Db; readonly now: number; readonly afterCommit: (work: () => void) => void },
  services: Sending & { readonly wakeMail: () => void },
  { accountId }: { readonly accountId: string },
  { about, subject }: Pick<Notice, 'about' | 'subject'>,
): Promise<void> => {
  const account = await accountById(db, accountId)
  if (!account) return
  await queueNotice(db, services, { about, to: account, subject, now })
  afterCommit(services.wakeMail)
}

/** Queues the mail with the link that changes an account's address to the one that it is sent to. */
export const queueAddressLink = async (
  db: Db,
  { sealing, url }: Sending,
  { id, email, token, now }: { id: string; email: string; token: string; now: number },
): Promise<void> => {
  const before = await mailsSince(db, { to: email, kinds: ['change-address'], since: now - HOUR_MS })
  if (before.count >= MOST_PER_HOUR) return
  const letter = renderMail({
    subject: 'Confirm your new email address',
    paragraphs: [
      `Someone wants to use this address for their Sonde account at ${url}. Open the link to confirm it. It works once, within 24 hours.`,
    ],
    link: { words: 'Use this address', address: `${url}/change-email/${id}/${encodeURIComponent(email)}/${token}` },
    because: 'If this was not you, ignore this mail: nothing changes.',
  })
  await queueWrittenMail(db, sealing, { kind: 'change-address', to: email, letter, now })
}
