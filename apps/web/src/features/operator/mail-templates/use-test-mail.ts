import { sendTestMail } from '@envhold/contract/operator/mail-templates.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldErrors } from '../../../connection/api/error-text.ts'
import { useApi } from '../../../connection/use-api.ts'
import { toast } from '../../../ui/toast.ts'
import { showError } from '../parts/show-error.ts'

/** The recipient of test mails, and sending one. A wrong address shows beside its field. */
export function useTestMail() {
  const api = useApi()
  const [recipient, setRecipient] = useState('')
  const [problem, setProblem] = useState<string>()
  const sending = useMutation({
    mutationFn: (name: string) =>
      api.call(sendTestMail, { params: { name }, body: { to: recipient.trim() } }),
    onSuccess: ({ message, progress }) => toast.success(message, { description: progress }),
    onError: (error) => {
      const [wrong] = fieldErrors(error)
      if (wrong) setProblem(wrong.message)
      else showError(error, { fallback: 'Error sending test email' })
    },
  })
  return {
    recipient,
    problem,
    isSending: sending.isPending,
    setRecipient: (to: string) => {
      setProblem(undefined)
      setRecipient(to)
    },
    send: (name: string) => {
      const isEmpty = recipient.trim() === ''
      setProblem(isEmpty ? 'Please enter a test email address' : undefined)
      if (!isEmpty) sending.mutate(name)
    },
  }
}
