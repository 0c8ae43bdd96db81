import { table } from '../bench/table.ts'
import { isMet } from '../bench/verdict.ts'
import { attackNames, loadAttack } from './attack.ts'

/** Runs the attacks that take too long for `npm test`: `npm run attack [name…]`. Exits with 1 if one succeeds. */

const names = process.argv.length > 2 ? process.argv.slice(2) : attackNames
const unknown = names.find((name) => !attackNames.includes(name))
if (unknown !== undefined) {
  console.error(`There is no attack "${unknown}"; there are ${attackNames.join(', ')}.`)
  process.exit(1)
}

const say = (line: string) => void process.stderr.write(`${line}\n`)
let held = true
for (const name of names) {
  say(`${name} …`)
  const attack = await loadAttack(name)
  const rows = await attack(say)
  console.log(`\n${table(rows)}\n`)
  held &&= rows.every((row) => isMet(row) !== false)
}
console.log(held ? 'All attacks were held.' : 'An attack was not held.')
process.exit(held ? 0 : 1)
