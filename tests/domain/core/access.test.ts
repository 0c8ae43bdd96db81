import { expect, test } from 'vitest'
import {
  byLevel,
  holds,
  isAnalyst,
  isEditor,
  isLevel,
  isManager,
  isOwner,
  isViewOnly,
  LEVELS,
} from '../../../src/domain/core/access.ts'

const who = (asks: (level: (typeof LEVELS)[number]) => boolean) => LEVELS.filter(asks)

test('each right belongs to its levels and no others', () => {
  expect(who((level) => holds(level, 'see'))).toEqual(['OWNER', 'EDITOR', 'MANAGER', 'ANALYST', 'VIEWER'])
  expect(who((level) => holds(level, 'inspect'))).toEqual(['OWNER', 'EDITOR', 'MANAGER', 'ANALYST'])
  expect(who((level) => holds(level, 'run'))).toEqual(['OWNER', 'EDITOR', 'MANAGER', 'ANALYST'])
  expect(who((level) => holds(level, 'edit'))).toEqual(['OWNER', 'EDITOR'])
  expect(who((level) => holds(level, 'manage'))).toEqual(['OWNER', 'MANAGER'])
  expect(who((level) => holds(level, 'own'))).toEqual(['OWNER'])
})

test('the named levels match the specification', () => {
  expect(who(isEditor)).toEqual(['OWNER', 'EDITOR'])
  expect(who(isOwner)).toEqual(['OWNER'])
  expect(who(isManager)).toEqual(['MANAGER'])
  expect(who(isAnalyst)).toEqual(['ANALYST'])
  expect(who(isViewOnly)).toEqual(['ANALYST', 'VIEWER'])
})

test('levels are distinguished from other texts and sort with OWNER first', () => {
  expect([...LEVELS].reverse().sort(byLevel)).toEqual([...LEVELS])
  expect(['OWNER', 'owner', 'ADMIN', ''].map(isLevel)).toEqual([true, false, false, false])
})
