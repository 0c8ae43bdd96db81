import { parameterOf } from './webhook-parameter.ts'
import { asWritten, push, tokenOf, type WebhookTypes } from './webhook-type.ts'

const { url, text, secret, choice, phones } = parameterOf

const TOPIC = /^[-_A-Za-z0-9]{1,64}$/
const wholeNumber = (min: number, max: number, example: string) => ({
  pattern: /^\d{1,6}$/,
  range: [min, max] as const,
  says: `must be a whole number from ${min} to ${max}`,
  example,
})

/** Channels that reach phones. */
export const PUSH_TYPES = {
  ntfy: {
    ...push,
    title: 'ntfy',
    description: 'A push notification on ntfy.sh or your own ntfy server.',
    parameters: [
      url({
        name: 'url',
        label: 'Server',
        required: true,
        initial: 'https://ntfy.sh',
        hint: 'https://ntfy.sh, or the URL of your own server.',
      }),
      text({
        name: 'topic',
        label: 'Topic',
        required: true,
        hint: 'On a public server, anyone who knows the topic can read it: choose one that is hard to guess.',
        format: { pattern: TOPIC, says: 'must be 1 to 64 letters, digits, - or _', example: 'sonde-alerts' },
      }),
      tokenOf('Access token', 'For protected topics. It starts with tk_.', false),
      choice({
        name: 'priority',
        label: 'Priority',
        choices: asWritten(['min', 'low', 'default', 'high', 'max']),
        hint: 'If you choose none: high for failures and missing data, default for the rest.',
      }),
      text({
        name: 'labels',
        label: 'Tags',
        hint: 'Separated by commas. Names of emoji are shown as such: fire, database.',
      }),
    ],
  },
  gotify: {
    ...push,
    title: 'Gotify',
    description: 'A push notification from your own Gotify server.',
    parameters: [
      url({
        name: 'url',
        label: 'Server',
        required: true,
        hint: 'The URL of your server, such as https://push.example.org.',
      }),
      tokenOf('App token', 'From Apps in your server. A client token cannot send.'),
      text({
        name: 'priority',
        label: 'Priority',
        hint: '0 to 10. If empty: 8 for failures and missing data, 5 for warnings, 2 for the end.',
        format: wholeNumber(0, 10, '8'),
      }),
    ],
  },
  pushover: {
    ...push,
    title: 'Pushover',
    description: 'A push notification, or an emergency that repeats until acknowledged.',
    parameters: [
      tokenOf('API token', 'Of your application at pushover.net.'),
      secret({
        name: 'user_key',
        label: 'User or group key',
        required: true,
        hint: 'From the user’s or group’s page.',
      }),
      choice({
        name: 'priority',
        label: 'Priority',
        choices: [
          { value: '-2', words: 'Lowest: no notification' },
          { value: '-1', words: 'Low: no sound' },
          { value: '0', words: 'Normal' },
          { value: '1', words: 'High: bypasses quiet hours' },
          { value: '2', words: 'Emergency: repeats until acknowledged' },
        ],
        hint: 'If you choose none: high for failures and missing data, normal for the rest.',
      }),
      text({
        name: 'retry_seconds',
        label: 'Repeat every (s)',
        hint: 'For emergencies: 30 to 10800 s. If empty: 60 s.',
        format: wholeNumber(30, 10_800, '60'),
      }),
      text({
        name: 'expire_seconds',
        label: 'Repeat for (s)',
        hint: 'For emergencies: at most 10800 s. If empty: 3600 s.',
        format: wholeNumber(30, 10_800, '3600'),
      }),
    ],
  },
  twilio: {
    ...push,
    title: 'Twilio SMS',
    description: 'A text message to each number, through your Twilio account.',
    parameters: [
      text({
        name: 'account_id',
        label: 'Account SID',
        required: true,
        hint: 'From the Twilio console. It starts with AC.',
        format: {
          pattern: /^AC[0-9a-fA-F]{32}$/,
          says: 'must be AC and 32 hexadecimal digits',
          example: `AC${'0123456789abcdef'.repeat(2)}`,
        },
      }),
      tokenOf('Auth token', 'From the Twilio console, next to the account SID.'),
      text({
        name: 'sender',
        label: 'From',
        required: true,
        hint: 'A number of your account (+15005550006), a sender name of up to 11 letters, or a messaging service (MG…).',
        format: {
          pattern: /^(?:\+[1-9]\d{6,14}|MG[0-9a-fA-F]{32}|(?=[A-Za-z0-9 ]*[A-Za-z])[A-Za-z0-9 ]{1,11})$/,
          says: 'must be a number such as +15005550006, a name of up to 11 letters and digits, or MG and 32 hexadecimal digits',
          example: '+15005550006',
        },
      }),
      phones({
        name: 'phone_numbers',
        label: 'To',
        required: true,
        hint: 'One number with its country’s prefix, such as +4915112345678, or several separated by commas.',
      }),
    ],
  },
} satisfies WebhookTypes
