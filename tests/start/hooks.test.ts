import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { home } from '../support/sources.ts'
import { temporaryFolder } from '../support/temporary.ts'

/** The environment without git's own variables, which point to this checkout when a hook of it runs the tests. */
const environment = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))),
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
}

/** A new git repository with this checkout's hooks, switched on as a contributor does. */
const repository = ({ packages = true } = {}) => {
  const root = temporaryFolder()
  for (const name of ['.hooks', '.biome.json', '.editorconfig', '.gitignore', 'package.json'])
    cpSync(join(home, name), join(root, name), { recursive: true })
  if (packages) symlinkSync(join(home, 'node_modules'), join(root, 'node_modules'))
  const run = (program: string, ...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(program, words, { cwd: root, env: environment, encoding: 'utf8' })
    return { passed: status === 0, said: stdout + stderr }
  }
  const git = (...words: string[]) => run('git', ...words)
  git('init', '--quiet', '--initial-branch=main')
  // The link to the packages is no folder, so .gitignore does not name it.
  writeFileSync(join(root, '.git/info/exclude'), 'node_modules\n')
  expect(run('npm', 'run', 'hooks').said).toContain('core.hooksPath')
  return {
    root,
    git,
    write: (name: string, text: string) => writeFileSync(join(root, name), text),
    commit: (...words: string[]) => git('commit', '--allow-empty', ...words),
    subjects: () => git('log', '--format=%s').said.trim().split('\n'),
  }
}

describe('the subject of a commit', () => {
  test('is accepted with up to 72 letters, whatever their number of bytes, and a body of any length', () => {
    const { commit, subjects } = repository()
    const subject = `Say “${'ü'.repeat(66)}”`
    expect(subject.length).toBe(72)
    expect(commit('-m', subject, '-m', `${'Because. '.repeat(20)}`)).toMatchObject({ passed: true })
    expect(subjects()).toEqual([subject])
  })

  test.each([
    ['longer than 72 letters', 'x'.repeat(73), 'The subject has 73 letters: shorten it to 72'],
    ['continued without an empty line', `Add a hook\n${'x'.repeat(70)}`, 'leave an empty line between it and the body'],
    ['ending with a period', 'Add a hook.', 'The subject ends with a period: remove it'],
    ['empty', '', 'The subject is empty: say in one line'],
  ])('is refused when it is %s, with the remedy', (_, message, remedy) => {
    const { commit, git } = repository()
    const { passed, said } = commit('--allow-empty-message', '-m', message)
    expect(passed).toBe(false)
    expect(said).toContain(remedy)
    expect(git('log').passed).toBe(false)
  })

  test('may be as git writes it for merges, reverts and fixups', () => {
    const { commit, git, subjects, write } = repository()
    const longest = 'x'.repeat(72)
    const branch = `topic-${'y'.repeat(72)}`
    commit('-m', 'Begin')
    git('checkout', '--quiet', '-b', branch)
    write('page.md', '# Page\n')
    git('add', 'page.md')
    commit('-m', longest)
    git('checkout', '--quiet', 'main')
    expect(git('merge', '--no-ff', '--no-edit', branch)).toMatchObject({ passed: true })
    expect(git('revert', '--no-edit', branch)).toMatchObject({ passed: true })
    expect(commit('--fixup', branch)).toMatchObject({ passed: true })
    expect(subjects()).toEqual(
      expect.arrayContaining([`Merge branch '${branch}'`, `Revert "${longest}"`, `fixup! ${longest}`]),
    )
  })

  test('is the first line of an editor that is no comment', () => {
    const { root, git, write, subjects } = repository()
    write('message', `# ${'x'.repeat(80)}.\n\nAdd a hook\n# On branch main.\n`)
    write('editor', '#!/bin/sh\ncp message "$1"\n')
    chmodSync(join(root, 'editor'), 0o755)
    expect(git('-c', 'core.editor=./editor', 'commit', '--allow-empty')).toMatchObject({ passed: true })
    expect(subjects()).toEqual(['Add a hook'])
  })
})

describe('a commit', () => {
  const right = 'export const answer = 42\n'
  const wrong = 'export const answer = 42;\n'

  test('is refused with the file that Biome would change, and accepted when it is formatted', () => {
    const { git, write, commit, subjects } = repository()
    write('answer.ts', wrong)
    git('add', 'answer.ts')
    const { passed, said } = commit('-m', 'Add an answer')
    expect(passed).toBe(false)
    expect(said).toContain('answer.ts')
    expect(said).toContain('npm run format')
    write('answer.ts', right)
    git('add', 'answer.ts')
    expect(commit('-m', 'Add an answer')).toMatchObject({ passed: true })
    expect(subjects()).toEqual(['Add an answer'])
  })

  test('is not held up by files that are not staged, that Biome does not know, or that are deleted', () => {
    const { git, write, commit } = repository()
    write('answer.ts', right)
    write('page.md', '# Page\n')
    git('add', 'answer.ts', 'page.md')
    expect(commit('-m', 'Add an answer')).toMatchObject({ passed: true })
    write('other.ts', wrong)
    git('rm', '--quiet', 'answer.ts')
    write('page.md', '# Pages\n')
    git('add', 'page.md')
    expect(commit('-m', 'Remove the answer')).toMatchObject({ passed: true })
  })

  test('says what is missing where no packages are installed', () => {
    const { commit } = repository({ packages: false })
    expect(commit('-m', 'Add an answer').said).toContain('Run npm ci')
  })
})
