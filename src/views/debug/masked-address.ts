import { MASK } from '../../domain/secrets/masking.ts'

/** Words after which the address of an incoming webhook has its secret: Slack, Teams, Discord, Mattermost and their like. */
const BEFORE_SECRET = ['services', 'triggers', 'workflows', 'webhook', 'webhooks', 'webhookb2', 'hooks', 'hook']
/** Parameters that are the secret of an address: Teams through a workflow, Google Chat. */
const PARAMETERS = ['code', 'state', 'token', 'secret', 'code_challenge', 'sig', 'key', 'access_token']

const incoming = new RegExp(`(https?://[^\\s"'<>]*?/(?:${BEFORE_SECRET.join('|')})/)[^\\s"'<>]+`, 'gi')
/** Telegram has the bot's token in its path. */
const bot = /(https?:\/\/[^\s"'<>/]+\/bot)\d+:[^\s"'<>/]+/gi
const credentials = /(:\/\/[^/\s:@]*:)[^/\s@]+@/g
const parameters = new RegExp(`([?&](?:${PARAMETERS.join('|')})=)[^&#\\s]+`, 'g')

/** A text in which addresses show nothing that lets somebody in: password, the secret part of a channel's address, or a key in the query. */
export const withMaskedAddresses = (text: string): string =>
  text
    .replace(credentials, `$1${MASK}@`)
    .replace(incoming, `$1${MASK}`)
    .replace(bot, `$1${MASK}`)
    .replace(parameters, `$1${MASK}`)
