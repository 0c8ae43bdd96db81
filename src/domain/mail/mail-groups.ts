import type { DigestOption } from './digest-times.ts'

/** Mail groups: subscriptions that cover all projects of an account, by the id used in the API. */
export const MAIL_GROUPS = {
  alerts_digest: {
    title: 'Alerts of the day',
    description:
      'Every morning, the monitors of all your projects that alerted the day before. Not sent if there were none.',
    option: 'daily',
  },
} as const satisfies Record<string, { title: string; description: string; option: DigestOption }>

export type MailGroup = keyof typeof MAIL_GROUPS

export const isMailGroup = (text: string): text is MailGroup => Object.hasOwn(MAIL_GROUPS, text)
