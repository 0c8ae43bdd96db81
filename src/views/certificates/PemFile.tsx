import { useRef } from 'react'
import { FormButton } from '../parts/act/FormButton.tsx'

/** Reads a PEM file into a form: chosen, or dropped on the button. */
export const PemFile = ({ label, onText }: { label: string; onText: (text: string) => void }) => {
  const input = useRef<HTMLInputElement>(null)
  const read = (file: File | undefined) => void file?.text().then(onText)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way to what the button does
    <div
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        read(event.dataTransfer.files[0])
      }}
    >
      <FormButton label={label} icon="upload" size="small" kind="ghost" onPress={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        className="sr"
        tabIndex={-1}
        accept=".pem,.crt,.cer,.key"
        aria-label={label}
        onChange={(event) => {
          read(event.target.files?.[0])
          // The same file may be chosen again.
          event.target.value = ''
        }}
      />
    </div>
  )
}
