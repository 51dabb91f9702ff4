import { describeInvisible } from '../../../ui/invisible-characters.ts'

interface Props {
  value: string
  /** The name of the file that the value came from, if it did. */
  file: string | undefined
}

/** What becomes of a value, and what in it the field does not show. */
export function ValueHint({ value, file }: Props) {
  const invisible = describeInvisible(value)
  return (
    <>
      {file === undefined ? (
        'It may have several lines, and is stored exactly as entered.'
      ) : (
        <>
          From <span className="font-mono break-all">{file}</span>, stored byte for byte.
        </>
      )}
      {invisible !== '' && <span className="mt-1 block text-warn">Not visible here: {invisible}.</span>}
      {value.includes('\r') && (
        <span className="mt-1 block text-ink-2">
          This field cannot show carriage returns. They stay unless you edit the text here. To edit the value
          with them, download it, and choose the edited file.
        </span>
      )}
    </>
  )
}
