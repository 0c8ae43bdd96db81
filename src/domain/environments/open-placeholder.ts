import type { EscapeName } from '../core/escapes-of-values.ts'
import { withoutPlaceholders } from '../core/placeholders.ts'

const FORMS = {
  '{{': { typed: /\{\{\s*([A-Za-z0-9_]*)$/, name: /^[A-Za-z][A-Za-z0-9_]*$/, close: /^\s*\}\}/ },
  '%%': { typed: /%%([A-Z0-9_]*)$/, name: /^[A-Z0-9_]+$/, close: /^%%/ },
  __: { typed: /__([A-Z0-9_]*)$/, name: /^[A-Z0-9]+(?:_{1,3}[A-Z0-9]+)*$/, close: /^__/ },
} as const

type Form = keyof typeof FORMS

/** A placeholder that is being typed: where it begins, its form, and the part of its name that is there. */
export type OpenPlaceholder = { readonly from: number; readonly form: Form; readonly typed: string }

const ESCAPE = /\{\{\s*([A-Za-z][A-Za-z0-9_]*)\s*\|\s*([a-z]*)$/

/** An escape that is being typed after the bar of a placeholder: where the placeholder begins, its variable, and what is there of the escape. */
export type OpenEscape = { readonly from: number; readonly name: string; readonly typed: string }

/** Returns the escape that is begun at the end of a text; null where none is. */
export const openEscape = (text: string): OpenEscape | null => {
  const match = ESCAPE.exec(withoutPlaceholders(text))
  return match && { from: match.index, name: match[1] ?? '', typed: match[2] ?? '' }
}

/** The placeholder with its escape, and the number of letters after the caret that it replaces. */
export const completedEscape = (
  { name }: OpenEscape,
  language: EscapeName,
  after: string,
): { readonly text: string; readonly replaced: number } => ({
  text: `{{ ${name} | ${language} }}`,
  replaced: FORMS['{{'].close.exec(after)?.[0].length ?? 0,
})

/** Returns the placeholder that is begun at the end of a text; null where none is open. */
export const openPlaceholder = (text: string): OpenPlaceholder | null => {
  // The end of a finished placeholder would look like the beginning of the next one.
  const rest = withoutPlaceholders(text)
  for (const form of ['{{', '%%', '__'] as const) {
    const match = FORMS[form].typed.exec(rest)
    if (match) return { from: match.index, form, typed: match[1] ?? '' }
  }
  return null
}

/** Whether a variable can be read by a form of placeholders and is meant by what is typed of its name. */
export const fitsPlaceholder = ({ form, typed }: OpenPlaceholder, name: string): boolean =>
  FORMS[form].name.test(name) && name.toLowerCase().includes(typed.toLowerCase())

/** The placeholder of a variable, and the number of letters after the caret that it replaces: an end that is there already. */
export const completedPlaceholder = (
  { form }: OpenPlaceholder,
  name: string,
  after: string,
): { readonly text: string; readonly replaced: number } => ({
  text: form === '{{' ? `{{ ${name} }}` : `${form}${name}${form}`,
  replaced: FORMS[form].close.exec(after)?.[0].length ?? 0,
})
