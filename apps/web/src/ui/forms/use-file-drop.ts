import { type DragEvent, useState } from 'react'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** Takes the first file that is dropped on an element with these `events`, instead of leaving the page for it. */
export function useFileDrop(onFile: (file: File) => void) {
  const [isOver, setOver] = useState(false)
  const events = {
    onDragOver: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: ({ relatedTarget, currentTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      const [file] = event.dataTransfer.files
      if (file) onFile(file)
    },
  }
  return { isOver, events }
}
