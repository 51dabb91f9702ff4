import { openInvoice } from '@envhold/contract/billing/invoices.ts'
import { useMutation } from '@tanstack/react-query'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { useApi } from '../../../connection/use-api.ts'
import { billingErrors } from '../billing-queries.ts'
import { providerPage } from '../checkout/provider-page.ts'

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
