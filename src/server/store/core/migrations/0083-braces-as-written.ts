/** Two braces that begin a name and a bar, or that stand quoted between braces: they were no placeholder until then. */
const BRACES = `'[{][{](?= *(?:[A-Za-z][A-Za-z0-9_]* *[|]|''[{][{]'' *[}][}]))'`

const rewritten = (table: string, kind: string, parts: string): string => `
update ${table} as o set doc = o.doc || (
  select jsonb_object_agg(key, regexp_replace(value::text, ${BRACES}, '{{ ''{{'' }}', 'g')::jsonb)
  from jsonb_each(o.doc) where key in (${parts}))
where ${kind} and (select bool_or(value::text ~ ${BRACES}) from jsonb_each(o.doc) where key in (${parts}));
`

const OF_MONITORS = `'request', 'conditions', 'setup'`

/**
 * `{{ NAME | json }}` escapes a value from now on, and `{{ '{{' }}` writes two braces. Texts of monitors that have such braces already
 * are rewritten, so that they go on sending them.
 */
export const bracesAsWritten = [
  rewritten('object', `kind = 'monitor'`, OF_MONITORS),
  rewritten('object', `kind = 'project-conditions'`, `'conditions'`),
  rewritten('deleted_monitor', 'true', OF_MONITORS),
].join('')
