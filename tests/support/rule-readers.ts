import { timeAhead } from '../../src/commands/core/time-ahead.ts'
import { profileProblems } from '../../src/domain/accounts/profile-rules.ts'
import { readTemplate, renderTemplate } from '../../src/domain/alerts/alert-template.ts'
import { isSigningSecret } from '../../src/domain/alerts/signing-secret.ts'
import { headerLines, webhookProblems } from '../../src/domain/alerts/webhook-rules.ts'
import { judge } from '../../src/domain/conditions/conditions.ts'
import { codeRange, OPERATORS, type OperatorKey } from '../../src/domain/conditions/operators.ts'
import { parseAllowed } from '../../src/domain/core/addresses.ts'
import { isEmailAddress } from '../../src/domain/core/email-address.ts'
import { isUrlWithVariables, placeholdersIn, substitute } from '../../src/domain/core/placeholders.ts'
import { shellWord } from '../../src/domain/core/shell-words.ts'
import { tagProblems } from '../../src/domain/core/tag-rules.ts'
import { hasUserInfo, isWebAddress } from '../../src/domain/core/web-address.ts'
import { parseTime } from '../../src/domain/core/wire-time.ts'
import { requestOfCurl } from '../../src/domain/monitors/curl.ts'
import { monitorProblems } from '../../src/domain/monitors/monitor-rules.ts'
import { nameOfAddress } from '../../src/domain/monitors/watch.ts'
import { tagsOf } from '../../src/domain/onboarding/wizard-rules.ts'
import { retryTagProblems } from '../../src/domain/schedules/retry-settings.ts'
import { isSecretName } from '../../src/domain/secrets/secret-names.ts'
import { type Reader, reader } from './reader.ts'

const MIB = 1_048_576
const KEPT_BODY = 262_144
const HEADERS = 16_384
const operators = Object.keys(OPERATORS) as OperatorKey[]
const outcome = { exceptionType: null, httpCode: 200, responseSize: 0 }
const timing = { dns: 0, tcp: 0, handshake: 0, upload: 0, processing: 0, download: 0, redirect: 0, total: 0 }
const judgeAll = (body: string, val: string): void => {
  const headers = [{ key: 'x', value: body.slice(0, 65_536) }]
  for (const condition of operators)
    for (const source of ['text', 'header'] as const)
      judge({ source, property: 'x', condition, val, val2: val }, 0, { ...outcome, timing, headers, body })
}

/** Those of the rules: what stands in requests, conditions, templates and settings. */
export const RULE_READERS: readonly Reader[] = [
  reader('a curl command', MIB, requestOfCurl, {
    frames: [
      ['curl ', ''],
      ["curl '", "'"],
      ['curl "', '"'],
      ["curl $'", "'"],
      ['curl a -d ', ''],
      ['curl http://', '@x/#'],
      ['curl.exe ^"', '^"'],
      ['curl ^\n ', ''],
      ['curl a?', ''],
      ['curl a -F ', ''],
      ['curl a -d @- <<A\n', '\nA'],
      ['Invoke-WebRequest ', ''],
      ['$a = ', '\niwr a'],
      ['irm a -Headers @{', '}'],
      ["curl a -H 'content-type: multipart/form-data; boundary=B' --data-raw '--B", "--B--'"],
    ],
    units: [
      '-d a ',
      '-s',
      '-G ',
      '-H a:b ',
      '-H "a;" ',
      '--proxy x ',
      '\\x89',
      '\\u0041',
      '\\\n',
      '-b a=b ',
      '--data-urlencode a=b ',
      '^"',
      '^\n\n',
      '^\\^"',
      '""',
      '&a',
      '<<A ',
      '<<<a ',
      '$A',
      '{{ A }}',
      '; curl a',
      '| ',
      '\\  -',
      '`\n',
      '@{a=1;',
      '@(',
      '$a.b.Add("c")\n',
      '"$([char]65)"',
      '@"\n',
      '[a]',
      '-F a=b;type=',
      '-F \'a="',
      '--B\r\nContent-Disposition: form-data; name="a"\r\n\r\n',
    ],
  }),
  reader('a word for a shell', 65_536, shellWord),
  reader('placeholders', MIB, (text) => [placeholdersIn(text), substitute(text, { A: 'b' })], {
    frames: [
      ['', ''],
      ['{{', '}}'],
      ['%%', '%%'],
    ],
    units: ['__A_', '{{ ', '{{a }', '__AA_A', '{{ A }}'],
  }),
  reader(
    'an address with variables',
    8_192,
    (text) => [
      isUrlWithVariables(text),
      hasUserInfo(text),
      isWebAddress(text),
      nameOfAddress(text),
      isEmailAddress(text),
    ],
    {
      frames: [
        ['', ''],
        ['http://', ''],
        ['http://a/', ':%%A%%'],
        ['a@', ''],
      ],
      units: ['//%%A%%', '{{ A }}', 'xn--a', ':%%A%%'],
    },
  ),
  reader(
    'a monitor',
    65_536,
    (text) =>
      monitorProblems({
        meta: { name: text, tags: text.split(' ') },
        request: { method: text, url: text, headers: text.split('\n').map((line) => ({ key: line, value: line })) },
      }),
    {
      units: ['{{ a', 'a\n'],
    },
  ),
  reader(
    'the template of a message',
    20_000,
    (text) =>
      renderTemplate(
        readTemplate(text, () => true),
        { a: 'x'.repeat(8_000), b: ['c', 'd'] },
      ),
    {
      frames: [
        ['', ''],
        ['{{ a|', '}}'],
        ['{% if ', ' %}x{% endif %}'],
        ['{% if not a == "', '" %}x{% endif %}'],
        ['{% if a ', '{% endif %}'],
      ],
      units: [
        '{{a|reverse}}',
        '{{a|reverse|length}}',
        '{{ a }}',
        '{{}}',
        '{% if a %}',
        '{%if a%}b{%endif%}',
        '{% if a =="',
        '|reverse',
        '|replace("x","yyyyyyyyyyyyyyyyyyyy")',
        '{{a|default(',
        '=="',
        '==',
      ],
    },
  ),
  reader('the headers of a webhook', 8_192, headerLines, {
    frames: [
      ['', ''],
      ['a:', 'é'],
      ['a', 'é'],
      ['', 'é'],
    ],
    units: ['a:b\n', 'a: '],
  }),
  reader(
    'a webhook',
    8_192,
    (text) => [
      webhookProblems({
        web_hook_type: 'otel',
        name: text,
        parameters: { url: text, headers: text, fails_in_a_row: text },
        include_tags: text.split(','),
      }),
      webhookProblems({
        web_hook_type: 'email_template',
        parameters: { email_address: text, subject_template: text, text_template: text },
      }),
    ],
    { units: ['a@b,', '{{a}}'] },
  ),
  reader('a body that is judged', KEPT_BODY, (text) => judgeAll(text, '1'), {
    frames: [
      ['', ''],
      ['', 'x'],
      ['1', 'x'],
      ['1e', 'x'],
      ['2000-01-01T00:00:00.', 'x'],
      ['Mon, 01 Jan 2000 ', ''],
    ],
    units: ['1 ', '.1'],
  }),
  reader('a body that is searched', KEPT_BODY, (text) =>
    judgeAll(text, `${text.slice(0, 2_047)}\u0001${text.slice(0, 2_047)}`),
  ),
  reader(
    'the value of a condition',
    4_096,
    (text) => {
      judgeAll(`${'1'.repeat(8_000)}x`, text)
      return text.split(',').map(codeRange)
    },
    { units: ['1,', '200-299,', '2xx,', '1 - '] },
  ),
  reader('a time', 8_192, (text) => [parseTime(text), timeAhead(text, 1_750_000_000_000, 'Europe/Vienna')], {
    frames: [
      ['', ''],
      ['2000-', ''],
      ['mon ', ''],
      ['2026-01-01T00:00:00.', 'Z'],
      ['tomorrow', '9'],
    ],
  }),
  reader(
    'tags',
    65_536,
    (text) => {
      const tags = tagsOf(text)
      return [
        tagProblems('tags', tags),
        tagProblems('tags', text.split(',')),
        retryTagProblems('tags', text.split(',')),
      ]
    },
    { units: ['sys:backoff:fibo,', 'sys:backoff'] },
  ),
  reader('the name of a secret', 8_192, isSecretName, { units: ['token', 'maxtokens', 'max', 'passwordless'] }),
  reader(
    'addresses that calls may reach',
    HEADERS,
    (text) => {
      try {
        return parseAllowed(text)
      } catch (cause) {
        if (cause instanceof Error && cause.constructor === Error) return cause.message
        throw cause
      }
    },
    {
      frames: [
        ['', ''],
        ['[', ']:1'],
        ['::', '/1'],
      ],
      units: ['1:', '::', '1.1.1.1,', 'a-', 'a.'],
    },
  ),
  reader(
    'a secret that signs, and a picture',
    65_536,
    (text) => [isSigningSecret(text), profileProblems({ name: text, picture: text })],
    {
      frames: [
        ['', ''],
        ['whsec_', '='],
        ['data:image/png;base64,', '!'],
      ],
    },
  ),
]
