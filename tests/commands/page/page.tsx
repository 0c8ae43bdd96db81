import '../../../src/views/style/style.css'
import { useSelector } from '@xstate/react'
import { createRoot } from 'react-dom/client'
import { createActor, fromPromise } from 'xstate'
import { consoleMachine } from '../../../machines/console.ts'
import { performLine, performOutright } from '../../../src/commands/core/line/perform-line.ts'
import { readLine } from '../../../src/commands/core/line/read.ts'
import { isComplete } from '../../../src/commands/core/line/reading.ts'
import { confirmationOf } from '../../../src/commands/core/perform.ts'
import { Console } from '../../../src/views/console/Console.tsx'
import { ActsContext } from '../../../src/views/parts/act/acts.ts'
import { exampleWorld } from '../world.ts'

/** The console as it is, over a world of examples: for tests in a browser, and to look at. */
const calls: string[] = []
const { world, told } = exampleWorld({
  onCall: (operation, input) => void calls.push(`${operation} ${JSON.stringify(input)}`),
  onSend: (machine, event) => {
    if (machine === 'console') actor.send(event as never)
    else calls.push(`${machine} ${JSON.stringify(event)}`)
  },
})

const asked = (line: string) => {
  const { command, args, confirmed } = readLine(line, world)
  const confirmation = command && confirmationOf(command, args, world)
  return confirmation && confirmation.word !== confirmed ? confirmation : null
}
const actor = createActor(
  consoleMachine.provide({
    actors: {
      perform: fromPromise<unknown, { line: string; isOutright?: true }>(({ input }) =>
        input.isOutright ? performOutright(input.line, world) : performLine(input.line, world, { confirmed: true }),
      ),
    },
    guards: {
      isComplete: (_, { line }) => isComplete(readLine(line, world)),
      isDestructive: (_, { line }) => asked(line) !== null,
      wordMatches: (_, { line, typed }) => asked(line)?.word === typed,
    },
  }),
).start()

const acts = {
  perform: (id: string) => id === 'console.close' && actor.send({ type: 'CLOSE' }),
  facts: (label: string) => ({ label, key: null, enabled: true, pending: false }),
}

const EARLIER = ['run monitor tax-lookup-soap --location aws-use1', 'open monitors']

const Page = () => {
  const isOpen = useSelector(actor, (snapshot) => snapshot.matches('open'))
  return (
    <ActsContext value={acts as never}>
      <button type="button" onClick={() => actor.send({ type: 'OPEN' })}>
        Open
      </button>
      {isOpen && <Console actor={actor} world={world} recent={EARLIER} latest={EARLIER} />}
    </ActsContext>
  )
}
createRoot(document.getElementById('root') as HTMLElement).render(<Page />)
Object.assign(window, { calls, told, actor })
