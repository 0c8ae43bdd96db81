import { endpoint, shape } from '../core/endpoint.ts'
import { nameOf } from '../core/names.ts'
import { oneOf } from '../core/notation.ts'
import { tags } from '../core/wire.ts'

export const outcome = shape("'none' | 'pass' | 'slow' | 'warning' | 'fail'")

/** The five groups of conditions, which are evaluated in this order. */
const group = shape("'status' | 'size' | 'header' | 'body' | 'timing'")

const handler = shape({ outcome, 'message?': 'string <= 400' })

/**
 * Where a variable that a condition sets is kept: for the rest of the run, in the environment of the monitor, or in the environment
 * `global`.
 */
export const variableScope = shape("'workflow' | 'call_workspace' | 'global'")

/** Parts of a response that conditions test. */
const sourceName = shape([
  '===',
  'http_code',
  'size',
  'header',
  'cookie',
  'redirects',
  'tls',
  'json',
  'xml',
  'regex',
  'text',
  'latency',
])

/** Comparisons of conditions. */
const operatorName = shape([
  '===',
  'eq',
  'ne',
  'gt',
  'ge',
  'lt',
  'le',
  'between',
  'not_between',
  'in',
  'not_in',
  'contains',
  'not_contains',
  'starts',
  'ends',
  'matches',
  'not_matches',
  'exists',
  'not_exists',
  'empty',
  'not_empty',
  'type',
  'schema',
  'true',
  'false',
])

/** A check of a result, and the outcome that a true or false answer leads to. */
export const condition = shape({
  'id?': '1 <= string <= 64',
  'enabled?': 'boolean',
  'name?': nameOf('string <= 400'),
  source: sourceName,
  /** What is read of the source, such as a header's name or a JSON path; value filters follow after `|`. */
  'property?': 'string <= 1024 | null',
  condition: operatorName,
  /** At most 4,096 characters. A schema may have 65,536, or be the id of a stored file. */
  'val?': 'string <= 65536 | null',
  'val2?': 'string <= 4096 | null',
  'on_true?': handler,
  'on_false?': handler,
  /** Stores the value that was read in a variable. */
  'set_variable?': { name: nameOf('1 <= string <= 200'), scope: variableScope },
  /** Only for conditions of a project: tags of the monitors that the condition is for; without any, it is for all. */
  'include_tags?': tags,
  /** Only for conditions of a project: tags of the monitors that the condition is not for. */
  'exclude_tags?': tags,
})

/**
 * Ways to compare a text of JSON with a value where both could be numbers: as a `text`, so that `"1.10"` does not equal `1.1`, or as a
 * `number`, so that it does.
 */
export const NUMERIC_TEXTS = ['text', 'number'] as const

const numericTexts = shape(oneOf(NUMERIC_TEXTS))

/** The conditions of one monitor, replaced as a whole. */
export const conditionSet = shape({
  meta: {
    'call_id?': 'string',
    'break_on_fail?': 'boolean',
    /** Absent in a change: as it is stored; `text` for new monitors. */
    'numeric_texts?': numericTexts,
    /** Whether the conditions of the project do not apply to this monitor. */
    'ignore_project_conditions?': 'boolean',
  },
  conditions: [condition, '[]'],
})

const versions = shape({
  'status?': 'string <= 64',
  'size?': 'string <= 64',
  'header?': 'string <= 64',
  'body?': 'string <= 64',
  'timing?': 'string <= 64',
})

const projectSet = shape({
  meta: {
    break_on_fail: 'boolean',
    numeric_texts: numericTexts,
    /** The version of each group's conditions, to be sent back with a change. */
    versions: { status: 'string', size: 'string', header: 'string', body: 'string', timing: 'string' },
  },
  conditions: [condition, '[]'],
})

const projectChange = shape({
  'meta?': {
    /** Kept if it is absent and `groups` is given. */
    'break_on_fail?': 'boolean',
    /** Kept if it is absent. */
    'numeric_texts?': numericTexts,
    /** The groups that the change replaces; all others keep their conditions. Absent: the whole set is replaced. */
    'groups?': [group, '[]'],
    /**
     * Versions of groups as they were read. If a group that the change replaces has another version by now, nothing is stored and the
     * answer is 409. Versions of other groups are ignored, so that screens for different groups never disturb each other.
     */
    'versions?': versions,
  },
  conditions: [condition, '[]'],
})

/** Every result of the project is judged by these, so they are kept few and small. */
const PROJECT_CONDITIONS_BYTES = 64 * 1024

/** Conditions for every monitor of a project. */
export const projectConditions = {
  'project-conditions.read': endpoint('GET /api/2/conditions/', {
    summary: 'Returns the conditions that apply to every monitor of the project',
    access: 'see',
    shows: 'project-conditions',
    answer: projectSet,
  }),
  'project-conditions.replace': endpoint('POST /api/2/conditions/', {
    summary:
      'Replaces the conditions of the project, or only those of the groups in meta.groups; with meta.versions, a concurrent change is refused',
    access: 'edit',
    audit: 'project.judge',
    maxBodyBytes: PROJECT_CONDITIONS_BYTES,
    body: projectChange,
    shows: 'project-conditions',
    answer: projectSet,
  }),
} as const
