import { copyFailed } from '../../../ui/copy-failed.ts'
import { copyText } from '../../../ui/copy-text.ts'
import { useTemporaryState } from './use-temporary-state.ts'

/** Copies a value without revealing it, and reports for a while which one was copied. */
export function useCopiedValue() {
  const [copied, setCopied] = useTemporaryState<string>()
  const copy = async (name: string, value: string) => {
    try {
      await copyText(value)
      setCopied(name)
    } catch (error) {
      copyFailed('Failed to copy value')(error)
    }
  }
  return { copied, copy }
}
