import type { DigestOption } from './digest-times.ts'

/** Mail about all projects of an account that a person may subscribe to, by the name under which it is asked for. */
export const MAIL_GROUPS = {
  alerts_digest: {
    title: 'Alerts of the day',
    description:
      'Every morning, which monitors alerted the day before, over all your projects. Nothing where none did.',
    option: 'daily',
  },
} as const satisfies Record<string, { title: string; description: string; option: DigestOption }>

export type MailGroup = keyof typeof MAIL_GROUPS

export const isMailGroup = (text: string): text is MailGroup => Object.hasOwn(MAIL_GROUPS, text)
