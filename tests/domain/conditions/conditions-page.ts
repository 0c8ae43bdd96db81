import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FILTERS, type FilterRule } from '../../../src/domain/conditions/filters.ts'
import { OPERATORS, type Operator, type Source } from '../../../src/domain/conditions/operators.ts'
import { GROUPS, SOURCES, type SourceRule } from '../../../src/domain/conditions/sources.ts'
import { VALUE_TYPES } from '../../../src/domain/conditions/values.ts'
import { home } from '../../support/sources.ts'

/** Where the page stands. */
export const pagePath = join(home, 'docs/conditions.md')

const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``
const row = (...cells: string[]): string => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly string[]): string =>
  [row(...head), row(...head.map(() => '---')), ...rows].join('\n')

const sources: readonly (readonly [string, SourceRule])[] = Object.entries(SOURCES)
const operators: readonly (readonly [string, Operator])[] = Object.entries(OPERATORS)
const filters: readonly (readonly [string, FilterRule])[] = Object.entries(FILTERS)

const REASONS: Readonly<Record<SourceRule['group'], string>> = {
  status: '`HTTP_SERVER_ERROR`, `HTTP_CLIENT_ERROR`, `HTTP_REDIRECT_ERROR`, `COMPLETE`',
  size: '`CONTENT_ERROR`, `CONTENT_WARNING`',
  header: '`HEADER_ERROR`, `CONTENT_WARNING`',
  body: '`CONTENT_ERROR`, `CONTENT_WARNING`',
  timing: '`SLA_ERROR`, `SLA_WARNING`, `SLOW_COMPLETE`',
}

const FILTERS_AFTER: Readonly<Record<SourceRule['filters'], string>> = {
  none: '',
  'after a bar': 'after `\\|`',
  'after a spaced bar': 'after ` \\| `',
}

const sourceTable = table(
  ['source', 'reads', 'property', 'example', 'value filters'],
  sources.map(([name, { words, property, filters: after }]) =>
    row(
      code(name),
      words,
      property === null
        ? ''
        : property.choices
          ? `one of those below${property.usual === undefined ? '' : `; ${code(property.usual)} if empty`}`
          : property.words.replaceAll('|', '\\|'),
      property === null ? '' : code(property.example),
      FILTERS_AFTER[after],
    ),
  ),
)

const choiceTables = sources
  .flatMap(([name, { property }]) =>
    property?.choices
      ? [
          `\n### ${code(name)}\n\n${table(
            ['property', 'value'],
            property.choices.map(({ value, label }) => row(code(value), label)),
          )}`,
        ]
      : [],
  )
  .join('\n')

const groupTable = table(
  ['group', 'sources', 'reason of a result that it decides'],
  GROUPS.map((group) =>
    row(
      group,
      sources
        .filter(([, rule]) => rule.group === group)
        .map(([name]) => code(name))
        .join(', '),
      REASONS[group],
    ),
  ),
)

const all: readonly Source[] = Object.keys(SOURCES) as Source[]
const NEEDS: Readonly<Record<Operator['needs'], string>> = {
  nothing: 'no value',
  one: '`val`',
  two: '`val` and `val2`, both included',
  list: '`val`, separated by commas',
}
const operatorTable = table(
  ['operator', 'words', 'takes', 'example', 'sources'],
  operators.map(([name, { words, needs, on, example }]) =>
    row(
      code(name),
      words,
      NEEDS[needs],
      example === '' ? '' : code(example),
      on.length === all.length ? 'all' : on.map(code).join(', '),
    ),
  ),
)

const filterTable = table(
  ['filter', 'gives', 'example'],
  filters.map(([name, { words, args, least, example }]) =>
    row(
      code(args.length === 0 ? name : `${name}(${args.map((arg, at) => (at < least ? arg : `${arg}?`)).join(', ')})`),
      words.replaceAll('|', '\\|'),
      `${code(JSON.stringify(example.of))} ${code(`|${example.use}`)} → ${code(JSON.stringify(example.gives))}`,
    ),
  ),
)

/** The page about conditions, made of the tables that evaluate them. */
export const conditionsPage = (): string => `# Conditions

A condition reads a value of a response, compares it, and leads to an outcome: \`none\`, \`pass\`, \`slow\` (latencies only), \`warning\` or \`fail\`. This page is written from the tables that evaluate conditions by \`node --import tsx tests/domain/conditions/conditions-page.ts\`, and a test holds that it is up to date.

\`\`\`json
{
  "name": "the order has a total",
  "source": "json",
  "property": "$.order.total|round(2)",
  "condition": "gt",
  "val": "0",
  "on_true": { "outcome": "none" },
  "on_false": { "outcome": "fail", "message": "total missing" },
  "set_variable": { "name": "ORDER_TOTAL", "scope": "workflow" }
}
\`\`\`

Without \`on_true\` and \`on_false\`, the condition must be true or the run fails. The message of an outcome is part of the result.

## Order

Groups are evaluated in this order. In each group the conditions of the project come first, then those of the monitor, each in the order of its list.

${groupTable}

The status code gives the category: 2xx passes, 3xx and 4xx are a warning, 5xx fails. The worst explicit outcome of the status group replaces it; outcomes of later groups can only make it worse. With \`meta.break_on_fail\` of the monitor or the project, nothing is evaluated after a failure. \`meta.ignore_project_conditions\` leaves out those of the project. Conditions of a project may have \`include_tags\` and \`exclude_tags\`, which choose its monitors.

## Sources

${sourceTable}
${choiceTables}

### JSON paths

A JSON path may begin with \`$.\`, a dot or neither: \`$.items[0].id\`, \`.items[0].id\` and \`items[0].id\` are the same, \`[-1]\` is the last item. All of RFC 9535 is understood. A path that can lead to several values (\`[*]\`, \`..\`, a filter) gives a list, even of one value: \`$.items[?@.id > 1].name|first\`.

### XPath

XPath 3.1. Elements and attributes give their text; several give a list.

Names are found as the response writes them: \`//m:Price\` finds \`<m:Price>\` wherever the prefix \`m\` is declared, and \`//Price\` finds \`<Price>\` with or without a default namespace. A prefix that is declared with several namespaces stands for all of them, in the order of the document; so do names without a prefix. A condition does not hold if the response does not declare its prefix, and its note lists those that it does. \`//*:Price\` finds the name in every namespace, \`//Q{urn:stock}Price\` in that one alone.

### Regular expressions

RE2 syntax, without lookaround and back references. \`regex\` gives the first group of the first match, or the whole match. \`matches\` looks for a match anywhere in the value: \`^\` and \`$\` bind it to the ends.

### Bodies

A body is decoded as the [Encoding standard](https://encoding.spec.whatwg.org) says: by its byte order mark, which is no part of the text, the \`charset\` of its \`Content-Type\`, the declaration of XML or the \`<meta>\` of HTML, else as UTF-8. JSON that is valid UTF-8 is read as that, whatever its \`charset\` (RFC 8259). A byte that the encoding does not have becomes U+FFFD, and the rest is read. \`Content-Encoding\` on several lines is one list.

Conditions see the first 1 MiB of a body. Where what follows could change the answer, as for \`not_contains\`, the condition does not guess: it leads to the worse of its outcomes and says why. So does every condition on a body that stays compressed.

## Operators

${operatorTable}

### Texts and numbers

Two values are compared as what they are:

| value | \`eq\`, \`ne\`, \`in\`, \`not_in\`, items of a list with \`contains\` | \`gt\`, \`ge\`, \`lt\`, \`le\`, \`between\` |
| --- | --- | --- |
| a number in JSON | as numbers | as numbers |
| a text in JSON, also one made by filters | as texts: \`"1.10"\` does not equal \`1.1\`, nor \`"00123"\` \`123\` | as numbers or times if both sides are, else never |
| a header, a cookie, a value of XML, a text found in the body | as numbers if both sides are, else as texts | as numbers or times if both sides are, else never |
| a status code, a size, a latency | as numbers | as numbers |

A variable in a condition counts as what it holds: what is compared is decided by the value that is read. \`|float\` makes a number of a text in JSON, so that \`$.price|float\` equals \`1.1\`; \`|jsonpath(…)\` gives values of JSON wherever it stands. Where a text that could be a number or a time was compared, the result says how.

### Older rules

An upgrade changes neither what a stored monitor sends nor how it is judged. Monitors from before 0.6 keep three rules until you switch them:

| setting | before 0.6 | new monitors |
| --- | --- | --- |
| \`meta.numeric_texts\` of the conditions | \`number\`: texts in JSON that could be numbers are compared as numbers | \`text\` |
| \`request.redirect_method\` | \`get\`: PUT, PATCH, DELETE and OPTIONS become GET after 301 and 302 | \`keep\` ([Redirects](results.md#redirects)) |
| \`request.unset_variables\`, \`setup.unset_variables\` | \`send\`: a placeholder without a value is sent as it is written | \`fail\` ([Variables](variables.md)) |

**Monitors › More › Older rules** (\`open older-rules\`, \`sonde list older-monitors\`) lists them with what the new rules would change for each, and switches those that you choose; \`z\` takes it back. Conditions for all monitors are switched on their own screen.

### Values

Times are written as in ISO 8601, or as in HTTP headers. Numbers are compared by their decimal value at any length: \`1.0\` equals \`1\`, \`1e2\` equals \`100\`, and \`174322306148984899\` does not equal \`174322306148984901\`. A number of a JSON body that a double would change (an integer beyond 2^53, a long decimal, \`1e400\`) is read, filtered, stored in a variable and reported with all of its digits; results and variables have it as a text, as they have every value. Of schemas, \`multipleOf\` alone reads the nearest double. Status codes may be listed with ranges and classes: \`200-299, 304, 4xx\`. Each \`not_…\` is the opposite of its counterpart. If there is no value, only \`ne\`, \`empty\` and the \`not_…\` operators except \`not_empty\` hold. Types are ${VALUE_TYPES.map(code).join(', ')}. \`schema\` takes a JSON schema (draft 2020-12 unless \`$schema\` names draft 4, 7 or 2019-09) or the id of a stored file that holds one, of at most 64 KiB; the first fault is named in the result. A schema whose keywords have a wrong form is refused, and so is \`$dynamicRef\`: a validator would pass over both.

## Value filters

Filters follow the property after \`|\`, up to ten: \`content-type|split(';')[0]|lower\`. In XPath and regular expressions, where \`|\` has a meaning of its own, there must be a space on both sides: \`//item/@id | first\`.

${filterTable}

A value that a filter does not fit was not read: a page that is no JSON for \`jsonpath\`, a text that is no number for \`int\`. The condition fails and says so, also one that would hold without a value, unless a later filter makes something of it: \`|int|default('0')\`. A path that finds nothing, and an item that is not there, give no value.

## Variables

Placeholders (\`%%NAME%%\`, \`__NAME__\`, \`{{ name }}\`) in property and values are replaced by the variables of the run. \`set_variable\` stores the value that was read, after its filters: for the rest of the run (\`workflow\`), in the environment of the monitor (\`call_workspace\`), or in the environment \`global\`. Later conditions of the same run read it. A run sets at most 50 variables of 16,384 characters each. Trials set none.

## Limits

Conditions see secrets as masks. One that reads a secret is not evaluated on a response of another origin than those that the secret was entered for. JSON, XML and schemas are evaluated on bodies of at most 1 MiB; regular expressions and texts on the first 1 MiB. Each expression has 1 second. A condition that could not be evaluated (it took too long, the body is too large, the property is not valid once its variables are filled in) says why, does not hold, and leads to the worse of its two outcomes, so that it hides no failure. One about a body that is not JSON or XML does not hold.
`

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(pagePath, conditionsPage())
