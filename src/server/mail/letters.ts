import { strangersWords } from '../../domain/core/strangers-words.ts'
import { accountByEmail, issueToken } from '../store/accounts/accounts.ts'
import type { Db } from '../store/core/database.ts'
import { type MailContent, renderMail } from './template.ts'

/** Kinds of mail that are written when they are sent. */
export type MailKind =
  | 'verify-address'
  | 'address-taken'
  | 'password-reset'
  | 'password-changed'
  | 'factor-added'
  | 'factor-removed'
  | 'recovery-codes-renewed'
  | 'factors-reset'

type Writing = { db: Db; url: string; recipient: string; now: number }
type Account = { id: string; name: string }

/**
 * Writes a mail when it is about to be sent, so that asking for one takes the same time whether the address has an account or not, and a
 * link's lifetime starts when the mail leaves. Returns null if there is nobody to write to.
 */
export const renderMailOfKind = async (kind: string, writing: Writing): Promise<MailContent | null> => {
  const account = await accountByEmail(writing.db, writing.recipient)
  return account && account.blocked === null && isKind(kind) ? letters[kind](account, writing) : null
}

const isKind = (kind: string): kind is MailKind => Object.hasOwn(letters, kind)

const letters: Record<MailKind, (account: Account, writing: Writing) => Promise<MailContent>> = {
  'verify-address': async ({ id, name }, { db, url, now }) =>
    renderMail({
      subject: 'Confirm your email address',
      paragraphs: [
        `Hello ${strangersWords(name)}, someone created a Sonde account at ${url} with this email address. Confirm that the address is yours. The link works for 7 days.`,
      ],
      link: { words: 'Confirm the address', address: `${url}/verify/${await issueToken(db, id, 'verify', now)}` },
      because: 'If this was not you, ignore this mail: the address stays unconfirmed.',
    }),

  'address-taken': async ({ name }, { url }) =>
    renderMail({
      subject: 'You already have an account',
      paragraphs: [
        `Hello ${name}, someone tried to create a Sonde account at ${url} with this email address. You already have one, and nothing has changed.`,
        'If it was you, sign in. If you forgot your password, choose a new one.',
      ],
      link: { words: 'Choose a new password', address: `${url}/password-reset/` },
      because: 'If this was not you, ignore this mail.',
    }),

  'password-reset': async ({ id, name }, { db, url, now }) =>
    renderMail({
      subject: 'Choose a new password',
      paragraphs: [
        `Hello ${name}, someone asked for a new password for your Sonde account at ${url}. The link works once, within one hour.`,
      ],
      link: {
        words: 'Choose a new password',
        address: `${url}/password-reset/${id}/${await issueToken(db, id, 'reset', now)}`,
      },
      because: 'If this was not you, ignore this mail: your password stays the same.',
    }),

  'password-changed': async ({ name }, { url }) =>
    renderMail({
      subject: 'Your password was changed',
      paragraphs: [
        `Hello ${name}, the password of your Sonde account at ${url} was changed. All other sessions were ended, and the applications that they connected.`,
      ],
      link: { words: 'This was not me: choose a new password', address: `${url}/password-reset/` },
      because: 'You get this mail whenever your password changes.',
    }),

  'factor-added': async ({ name }, { url }) =>
    aboutFactors(url, {
      subject: 'A second factor was added to your account',
      says: `Hello ${name}, an authenticator app or a passkey was added to your Sonde account at ${url}. It can complete a sign-in from now on.`,
    }),

  'factor-removed': async ({ name }, { url }) =>
    aboutFactors(url, {
      subject: 'A second factor was removed from your account',
      says: `Hello ${name}, an authenticator app or a passkey was removed from your Sonde account at ${url}. It no longer signs you in.`,
    }),

  'recovery-codes-renewed': async ({ name }, { url }) =>
    aboutFactors(url, {
      subject: 'Your recovery codes were renewed',
      says: `Hello ${name}, new recovery codes were made for your Sonde account at ${url}. The earlier ones no longer work.`,
    }),

  'factors-reset': async ({ name }, { url }) =>
    aboutFactors(url, {
      subject: 'Your second factors were removed',
      says: `Hello ${name}, an administrator removed all second factors and recovery codes of your Sonde account at ${url}, and ended its sessions. Your password is unchanged: sign in with it and set up two-step verification again.`,
    }),
}

const aboutFactors = (url: string, { subject, says }: { subject: string; says: string }): MailContent =>
  renderMail({
    subject,
    paragraphs: [says],
    link: { words: 'Review your account', address: `${url}/settings/profile` },
    because: 'If this was not you, change your password and tell an administrator of this installation.',
  })
