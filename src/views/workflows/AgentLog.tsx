import { Card } from '../parts/text/Card.tsx'
import { Code } from '../parts/text/Code.tsx'

/** The notes of an agent during a run, line by line; nothing if it noted nothing. */
export const AgentLog = ({ messages }: { messages: readonly string[] }) =>
  messages.length === 0 ? null : (
    <Card title="Agent log">
      <Code text={messages.join('\n')} label="Agent log" />
    </Card>
  )
