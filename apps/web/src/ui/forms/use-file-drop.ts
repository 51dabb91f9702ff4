import { type DragEvent, useState } from 'react'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

interface Options {
  /** By default what has files. */
  readonly accepts?: (event: DragEvent) => boolean
  /** Takes the text of what has no files. */
  readonly onText?: (text: string) => void
}

/** Takes the first file that is dropped on an element with these `events`, instead of leaving the page for it. */
export function useFileDrop(onFile: (file: File) => void, { accepts = hasFiles, onText }: Options = {}) {
  const [isOver, setOver] = useState(false)
  const events = {
    onDragOver: (event: DragEvent) => {
      if (!accepts(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: ({ relatedTarget, currentTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      if (!accepts(event)) return
      event.preventDefault()
      setOver(false)
      const [file] = event.dataTransfer.files
      if (file) onFile(file)
      else onText?.(event.dataTransfer.getData('text'))
    },
  }
  return { isOver, events }
}
