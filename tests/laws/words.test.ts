import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { codeIn, home } from '../support/sources.ts'

// Migrations never change once they have landed.
const files = ['src', 'machines'].flatMap(codeIn).filter((file) => !file.includes('/migrations/'))
const sources = files.map((file) => ({ file, text: readFileSync(join(home, file), 'utf8') }))

/** An exported declaration with the docstring directly above it. */
const documented =
  /\/\*\*\s*(?:\* )?((?:(?!\*\/)[\s\S])*?)\*\/\nexport (?:default )?(?:async )?(?:const|function|class|type) (\w+)/g

test('a docstring of an export names its subject instead of asking what, how, which or who it is', () => {
  const asking = sources.flatMap(({ file, text }) =>
    [...text.matchAll(documented)]
      .filter(([, says = '']) => /^(What|How|Which|Who)\b/.test(says))
      .map(([, says = '', name]) => `${file} ${name}: ${says.split('\n')[0]}`),
  )
  expect(asking).toEqual([])
})

/** Names that the glossary replaced, and their replacements. */
const replaced: readonly (readonly [names: RegExp, instead: string])[] = [
  [/^(tell|forget|note)[A-Z]/, 'notify, delete, record'],
  [/(Postman|Trouble|Journey|Shelf|Deeds?|Letter)$/, 'the word of the field'],
  [/^(leastOf|greatestOf|doorTo|atTheDoor|standingOf|atOnce|besides|spelled|memorable)$/, 'the word of the field'],
]

test('no exported name uses a word that was replaced', () => {
  const found = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/^export (?:async )?(?:const|function|class|type) (\w+)/gm)].flatMap(([, name = '']) =>
      replaced.filter(([names]) => names.test(name)).map(([, instead]) => `${file} exports ${name}: use ${instead}`),
    ),
  )
  expect(found).toEqual([])
})

/** Wording that people read no more. */
const oldCopy = [
  /\be-mail\b/i,
  / for good\?/,
  /Nothing by that name/,
  /Make one\b/,
  /Nothing is said when/,
  /Told of this/,
]

test('no text of the product uses a wording that was replaced', () => {
  const found = sources.flatMap(({ file, text }) =>
    oldCopy.filter((wording) => wording.test(text)).map((wording) => `${file} says ${wording}`),
  )
  expect(found).toEqual([])
})
