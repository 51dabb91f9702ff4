import { Banner } from '../../../ui/feedback/banner.tsx'
import { useBlocked } from '../../../ui/feedback/blocked.tsx'
import { CopyButton } from '../../../ui/text/copy-button.tsx'

interface Props {
  /** What is typed; empty if nothing is. */
  text: string
  /** The button that copies it. */
  label: string
}

/** Says that what is typed cannot be saved, and offers to copy it. Nothing while it can be saved. */
export function BlockedInput({ text, label }: Props) {
  const reason = useBlocked()
  if (!reason) return null
  return (
    <Banner
      tone="warn"
      title={reason}
      action={text !== '' && <CopyButton labelled label={label} text={text} />}
    >
      What you typed is kept until you close it.
    </Banner>
  )
}
