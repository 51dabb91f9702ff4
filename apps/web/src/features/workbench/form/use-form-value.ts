import { useState } from 'react'
import { asShown, exactText } from '../data/exact-text.ts'
import { readValueFile } from '../data/read-value-file.ts'

interface Deps {
  /** Shows a text in the field. */
  readonly onShow: (text: string) => void
  /** A file cannot be a value. */
  readonly onProblem: (message: string) => void
}

/**
 * The bytes behind the value field. Until its text is edited, they are those of the stored value, of a file, or of what
 * a program put into the field.
 */
export function useFormValue(stored: string, { onShow, onProblem }: Deps) {
  const [source, setSource] = useState<{ readonly text: string; readonly file?: string }>({ text: stored })
  const put = (text: string, file?: string) => {
    setSource({ text, ...(file !== undefined && { file }) })
    onShow(asShown(text))
  }
  return {
    exact: (shown: string) => exactText(shown, [source.text, stored]),
    /** The name of the file whose text the field shows. */
    fileOf: (shown: string) => (asShown(source.text) === shown ? source.file : undefined),
    put,
    putFile: async (file: File) => {
      try {
        put(await readValueFile(file), file.name)
      } catch (error) {
        onProblem(error instanceof Error ? error.message : 'This file cannot be read')
      }
    },
  }
}
