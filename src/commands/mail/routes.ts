import { route } from '../core/route.ts'

/** Mail: what a person subscribed to, and the outbox of the installation. */
export const mailRoutes = {
  unsubscribe: route({
    path: '/unsubscribe/{token}',
    title: 'Unsubscribe',
    flags: ['noAuthOk', 'noProjectOk'],
    words: null,
  }),
  'email-subscriptions': route({
    path: '/subscriptions/email',
    title: 'Email subscriptions',
    flags: ['noProjectOk'],
    icon: 'mail',
  }),
  'expert-subscription': route({
    path: '/subscriptions/api-expert',
    title: 'Shared collections',
    flags: ['noProjectOk'],
    icon: 'catalog',
    parent: 'email-subscriptions',
    aliases: ['api-expert'],
  }),
  outbox: route({
    path: '/admin/mail',
    title: 'Outbox',
    flags: ['noProjectOk', 'siteAdminOnly'],
    words: 'mails',
    aliases: ['outbox'],
  }),
  mail: route({ path: '/admin/mail/{mailId}', title: 'Mail', flags: ['noProjectOk', 'siteAdminOnly'] }),
}
