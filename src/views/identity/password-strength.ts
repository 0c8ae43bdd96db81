import { passwordProblems } from '../../domain/identity/password-rules.ts'

/** Password strength from 0 (refused) to 4, with its label. */
export type Strength = { readonly step: 0 | 1 | 2 | 3 | 4; readonly words: string }

const steps = [
  { belowBits: 50, step: 1, words: 'Easy to guess: a few unrelated words are better' },
  { belowBits: 65, step: 2, words: 'Fair' },
  { belowBits: 85, step: 3, words: 'Good' },
  { belowBits: Number.POSITIVE_INFINITY, step: 4, words: 'Strong' },
] as const

/** Estimates the strength of a password as feedback while typing. The rules are `passwordProblems`. */
export const strengthOf = (password: string, email: string): Strength => {
  const [problem] = passwordProblems(password, email)
  if (problem) return { step: 0, words: 'Refused' }
  const bits = bitsOf(password)
  const { step, words } = steps.find(({ belowBits }) => bits < belowBits) ?? steps[3]
  return { step, words }
}

const alphabets = [
  { pattern: /\p{Ll}/u, size: 26 },
  { pattern: /\p{Lu}/u, size: 26 },
  { pattern: /\d/, size: 10 },
  { pattern: /[^\p{L}\d]/u, size: 32 },
]

/** Effective length: repeated characters count less each time. */
const bitsOf = (password: string): number => {
  const size = alphabets.filter(({ pattern }) => pattern.test(password)).reduce((sum, one) => sum + one.size, 0)
  const seen = new Map<string, number>()
  let letters = 0
  for (const letter of password.toLowerCase()) {
    const before = seen.get(letter) ?? 0
    letters += 1 / (1 + before / 2)
    seen.set(letter, before + 1)
  }
  return letters * Math.log2(Math.max(size, 2))
}
