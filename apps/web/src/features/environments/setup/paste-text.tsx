import { Textarea } from '../../../ui/forms/textarea.tsx'

interface Props {
  text: string
  busy: boolean
  onText: (text: string) => void
  /** A whole text was pasted into the empty field. */
  onPaste: (text: string) => void
}

/** The text itself, to paste or to type. */
export const PasteText = ({ text, busy, onText, onPaste }: Props) => (
  <Textarea
    aria-label="Text of the .env file"
    value={text}
    onChange={(event) => onText(event.target.value)}
    onPaste={(event) => {
      if (text.trim() !== '') return
      event.preventDefault()
      onPaste(event.clipboardData.getData('text'))
    }}
    disabled={busy}
    autoComplete="off"
    autoCapitalize="none"
    autoCorrect="off"
    spellCheck={false}
    placeholder={'DATABASE_URL=postgres://…\nAPI_TOKEN=…'}
    rows={6}
    className="block max-h-[40vh] resize-y rounded-none border-0 px-4 font-mono text-small focus-visible:-outline-offset-2"
  />
)
