import { accountByEmail, issueToken } from '../store/accounts/accounts.ts'
import type { Db } from '../store/core/database.ts'
import { type Letter, letterOf } from './template.ts'

/** Why mail is sent that is written when it leaves. */
export type MailKind = 'verify-address' | 'address-taken' | 'password-reset' | 'password-changed'

type Writing = { db: Db; url: string; recipient: string; now: number }
type Account = { id: string; name: string }

/**
 * Writes a letter when it is about to be sent, so that asking for one takes the same time whether the address has an account or
 * not, and a link's hour begins when it leaves. Null where there is nobody to write to.
 */
export const writeLetter = async (kind: string, writing: Writing): Promise<Letter | null> => {
  const account = await accountByEmail(writing.db, writing.recipient)
  return account && account.blocked === null && isKind(kind) ? letters[kind](account, writing) : null
}

const isKind = (kind: string): kind is MailKind => Object.hasOwn(letters, kind)

const letters: Record<MailKind, (account: Account, writing: Writing) => Promise<Letter>> = {
  'verify-address': async ({ id, name }, { db, url, now }) =>
    letterOf({
      subject: 'Confirm your e-mail address',
      paragraphs: [
        `Hello ${name}, an account of Sonde at ${url} was made with this address. Confirm that it is yours; the link is good for 7 days.`,
      ],
      link: { words: 'Confirm the address', address: `${url}/verify/${await issueToken(db, id, 'verify', now)}` },
      because: 'If this was not you, do nothing: the address stays unconfirmed.',
    }),

  'address-taken': async ({ name }, { url }) =>
    letterOf({
      subject: 'You have an account already',
      paragraphs: [
        `Hello ${name}, somebody tried to make an account of Sonde at ${url} with this address. It has one already, and nothing was changed.`,
        'If it was you, sign in; if the password is lost, choose a new one.',
      ],
      link: { words: 'Choose a new password', address: `${url}/password-reset/` },
      because: 'If this was not you, do nothing.',
    }),

  'password-reset': async ({ id, name }, { db, url, now }) =>
    letterOf({
      subject: 'Choose a new password',
      paragraphs: [
        `Hello ${name}, a new password was asked for, for the account of Sonde at ${url}. The link is good once, for one hour.`,
      ],
      link: {
        words: 'Choose a new password',
        address: `${url}/password-reset/${id}/${await issueToken(db, id, 'reset', now)}`,
      },
      because: 'If this was not you, do nothing: the password stays as it is.',
    }),

  'password-changed': async ({ name }, { url }) =>
    letterOf({
      subject: 'Your password was changed',
      paragraphs: [
        `Hello ${name}, the password of your account of Sonde at ${url} was changed, and all other sessions were ended.`,
      ],
      link: { words: 'It was not me: choose another', address: `${url}/password-reset/` },
      because: 'This is told to the owner of the account whenever it happens.',
    }),
}
