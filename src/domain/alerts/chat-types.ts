import { parameterOf } from './webhook-parameter.ts'
import { chat, secretUrl, tokenOf, type WebhookTypes } from './webhook-type.ts'

const { url, text } = parameterOf

/** Channels that post into a chat. */
export const CHAT_TYPES = {
  slack: {
    ...chat,
    title: 'Slack',
    description: 'A message in a channel, through an incoming webhook.',
    parameters: [
      secretUrl('From Slack: Apps → Incoming Webhooks. It starts with https://hooks.slack.com/.'),
      text({
        name: 'channel',
        label: 'Channel',
        hint: 'Only for older webhooks that can post to any channel: #alerts.',
      }),
    ],
  },
  msteams: {
    ...chat,
    title: 'Microsoft Teams',
    description: 'A card in a channel or chat, through a workflow.',
    parameters: [secretUrl('From Teams: Workflows → “Post to a channel when a webhook request is received”.')],
  },
  googlechat: {
    ...chat,
    title: 'Google Chat',
    description: 'A card in a space, with one thread per monitor.',
    parameters: [secretUrl('From the space: Apps & integrations → Webhooks.')],
  },
  mattermost: {
    ...chat,
    title: 'Mattermost',
    description: 'A message in a channel, through an incoming webhook.',
    parameters: [
      secretUrl('From Mattermost: Integrations → Incoming Webhooks. It contains /hooks/.'),
      text({
        name: 'channel',
        label: 'Channel',
        hint: 'Only if the webhook is not locked to its own channel: town-square, or @ada for a direct message.',
      }),
    ],
  },
  discord: {
    ...chat,
    title: 'Discord',
    description: 'A message in a channel of your server.',
    parameters: [secretUrl('From Discord: channel settings → Integrations → Webhooks.')],
  },
  telegram: {
    ...chat,
    title: 'Telegram',
    description: 'A message from your bot in a chat, group or channel.',
    parameters: [
      {
        ...tokenOf('Bot token', 'From @BotFather.'),
        format: {
          pattern: /^\d+:[\w-]{20,}$/,
          says: 'must be a bot token such as 123456789:AAF…',
          example: '123456789:AAF-example-of-a-bot-token-0001',
        },
      },
      text({
        name: 'chat_id',
        label: 'Chat ID',
        required: true,
        hint: 'A number such as -1001234567890, or @name of a public channel. Add the bot to the chat first.',
        format: {
          pattern: /^(?:-?\d{1,20}|@[A-Za-z]\w{3,31})$/,
          says: 'must be a number such as -1001234567890, or @ and the name of a public channel',
          example: '-1001234567890',
        },
      }),
      text({
        name: 'thread_id',
        label: 'Topic ID',
        hint: 'Only for groups with topics: the number of the topic.',
        format: { pattern: /^[1-9]\d{0,9}$/, says: 'must be a whole number', example: '42' },
      }),
    ],
  },
  matrix: {
    ...chat,
    title: 'Matrix',
    description: 'A message in a room of any homeserver.',
    parameters: [
      url({
        name: 'url',
        label: 'Homeserver',
        required: true,
        hint: 'The URL of the account’s homeserver, such as https://matrix.example.org.',
      }),
      tokenOf('Access token', 'Of an account that has joined the room.'),
      text({
        name: 'room_id',
        label: 'Room ID',
        required: true,
        hint: 'From room settings → Advanced. It starts with an exclamation mark; an alias (#…) is not an ID.',
        format: {
          pattern: /^![^\s/?#]+$/,
          says: 'must be a room ID such as !abc:example.org',
          example: '!abc:example.org',
        },
      }),
    ],
  },
} satisfies WebhookTypes
