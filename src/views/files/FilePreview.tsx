import { useResource } from '../core/use-resource.ts'
import { Loaded } from '../kit/detail/Loaded.tsx'
import { Card } from '../parts/text/Card.tsx'
import { CodeCard } from '../parts/text/Code.tsx'
import { formats } from '../parts/text/format.ts'
import { Method } from '../parts/text/Tag.tsx'
import type { FileRow } from './file-list.ts'
import classes from './files.module.css'

const languageOf = ({ content_type: type, name }: FileRow['file']) =>
  /json/.test(type) || /\.json$/i.test(name) ? 'json' : 'text'

/** The operations of an OpenAPI document, and the beginning of a text. */
export const FilePreview = ({ row: { id, file } }: { row: FileRow }) => {
  const preview = useResource('file.preview', { params: { id } })
  return (
    <Loaded of={preview} page={false}>
      {({ text, truncated, operations }) => (
        <>
          {operations && (
            <Card title="Operations" sub={formats.count(operations.length)}>
              {operations.length === 0 ? (
                <p className="muted">This document describes no operation.</p>
              ) : (
                // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
                <section className={classes.operations} tabIndex={0} aria-label="Operations">
                  {operations.map(({ method, path, summary }) => (
                    <div key={`${method} ${path}`} className={classes.operation}>
                      <Method name={method} />
                      <span>
                        <code>{path}</code> {summary && <span className="muted">{summary}</span>}
                      </span>
                    </div>
                  ))}
                </section>
              )}
            </Card>
          )}
          {text === null ? (
            <Card title="Content">
              <p className="muted">This file is not text. Download it to look at it.</p>
            </Card>
          ) : (
            <CodeCard
              title="Content"
              sub={truncated ? 'the first 64 kB' : undefined}
              label="Content"
              text={text}
              language={truncated ? 'text' : languageOf(file)}
              copying="text.copy"
              short
            />
          )}
        </>
      )}
    </Loaded>
  )
}
