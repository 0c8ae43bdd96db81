import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { COMPLETION_SCRIPTS } from '../../src/cli/completion-scripts.ts'
import { temporaryFolder } from '../support/temporary.ts'
import { runShell } from '../support/terminal.ts'

/** What bash makes of the completions of a word that was typed so far, where a program offers these names: the words that it then reads. */
const readBy = async (typed: string, names: readonly string[]): Promise<readonly string[]> => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'names'), names.map((name) => `${name}\tnote\n`).join(''))
  // Offers what begins like the last word, as the program does.
  const program =
    '#!/usr/bin/env bash\nfor last in "$@"; do :; done\nwhile IFS= read -r line; do [[ "$line" == "$last"* ]] && echo "$line"; done < "$(dirname "$0")/names"\n'
  writeFileSync(join(folder, 'sonde'), program, { mode: 0o755 })
  const line = `${COMPLETION_SCRIPTS.bash}
COMP_WORDS=(sonde list monitors --tag ${typed}); COMP_CWORD=4; _sonde
for each in "\${COMPREPLY[@]}"; do eval "printf '%s\\n' $each"; done`
  const out = await runShell('bash', ['-c', line], { PATH: `${folder}:${process.env.PATH}` })
  return out.split('\n').slice(0, -1)
}

test('a name that was completed is read by bash as that text, and nothing in it is carried out', async () => {
  const touched = join(temporaryFolder(), 'touched')
  const names = [
    `$(touch ${touched})`,
    `\`touch ${touched}\``,
    `q;touch ${touched}`,
    `a|touch ${touched}`,
    'big team',
    "it's",
    'say "so"',
    '*',
    '$HOME',
    'a\\b',
    '~',
    '{a,b}',
    'plain-one',
    'two,three',
  ]
  expect([...(await readBy("''", names))].sort()).toEqual([...names].sort())
  expect(existsSync(touched)).toBe(false)
})

test('a word is completed that was begun with a backslash or within quotes', async () => {
  const names = ['big team', 'big $(id)', 'bigger']
  expect(await readBy("'big\\ t'", names)).toEqual(['big team'])
  expect(await readBy(`'"bigg'`, names)).toEqual(['bigger'])
  // Within quotes a name is offered only where every shell reads it as it stands.
  expect(await readBy(`'"big'`, names)).toEqual(['bigger'])
})
