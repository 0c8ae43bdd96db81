import type { CommandInput, CommandLine } from './command-lines.ts'

/** Output of a simple command that scripts pipe to another: `cat`, `echo`, `printf` or `base64 --decode`; null for any other. */
export const outputOf = ({ words, input }: CommandLine): CommandInput | null => {
  const [program = '', ...rest] = words
  const read = OUTPUTS[program.replace(/^.*\//, '')]
  return read?.(rest, input) ?? null
}

type Output = (words: readonly string[], input: CommandInput | null) => CommandInput | null

const OUTPUTS: Readonly<Record<string, Output>> = {
  cat: ([file], input) => (file === undefined || file === '-' ? input : { file }),
  echo(words) {
    const isBare = words[0] === '-n' || words[0] === '-en'
    const given = /^-[neE]+$/.test(words[0] ?? '') ? words.slice(1) : words
    return { text: given.join(' ') + (isBare ? '' : '\n') }
  },
  printf([format = '', ...values]) {
    let at = 0
    const written = format
      .replace(/\\([nrt\\])/g, (_, letter: string) => ({ n: '\n', r: '\r', t: '\t' })[letter] ?? letter)
      .replace(/%([sb%])/g, (_, kind: string) => (kind === '%' ? '%' : (values[at++] ?? '')))
    return { text: written }
  },
  base64(words, input) {
    if (!words.some((word) => /^(?:-d|-D|--decode)$/.test(word))) return null
    return input && 'text' in input ? { base64: input.text.replace(/\s/g, '') } : null
  },
}
