import { Act } from '../../parts/act/Act.tsx'
import { Card } from '../../parts/text/Card.tsx'
import { Code } from '../../parts/text/Code.tsx'

/** Lines for a shell, with a button that copies them. */
export const CopyLines = ({ title, text, sub }: { title: string; text: string; sub?: string }) => (
  <Card
    title={title}
    {...(sub && { sub })}
    actions={
      <Act command="text.copy" args={{ text, what: title }} kind="ghost" size="small" icon="copy" hint={false} />
    }
  >
    <Code text={text.trimEnd()} label={title} />
  </Card>
)
