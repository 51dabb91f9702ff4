import { Code } from './prose.tsx'

/** Text of the contract with backticks rendered as code. */
export function InlineCode({ text }: { text: string }) {
  return text.split('`').map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the sentence never changes, and every second part is code.
    index % 2 ? <Code key={index}>{part}</Code> : part,
  )
}
