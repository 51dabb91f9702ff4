import { openInvoice } from '@envhold/contract/invoices.ts'
import { useMutation } from '@tanstack/react-query'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { useApi } from '../../../connection/use-api.ts'
import { billingErrors } from '../billing-errors.ts'
import { providerPage } from '../provider-page.ts'

/** Shows an invoice in a tab of its own, which cannot reach this page. */
export function useOpenInvoice() {
  const api = useApi()
  return useMutation({
    // The tab opens with the click: browsers block one that opens after an answer.
    mutationFn: async ({ id, tab }: { id: number; tab: Window | null }) => {
      try {
        const { url } = await api.call(openInvoice, { params: { id } })
        const page = providerPage(url, window.location.origin)
        if (tab) tab.location.replace(page)
        else window.location.assign(page)
      } catch (error) {
        tab?.close()
        throw error
      }
    },
    onError: (error) => notifyError(error, billingErrors.openInvoice),
  })
}

/** An empty tab that knows nothing of the page that opened it; null where the browser allows none. */
export function openTab(): Window | null {
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  return tab
}
