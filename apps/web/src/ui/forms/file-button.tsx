import { type ComponentProps, useRef } from 'react'
import { Button } from '../button.tsx'

interface Props extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  /** Of the field that the button opens. */
  label: string
  onFile: (file: File) => void
}

/** Chooses a file. */
export function FileButton({ label, onFile, ...button }: Props) {
  const chooser = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={chooser}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label={label}
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          if (chosen) onFile(chosen)
          // The same file can be chosen again after it was edited.
          target.value = ''
        }}
      />
      <Button {...button} onClick={() => chooser.current?.click()} />
    </>
  )
}
