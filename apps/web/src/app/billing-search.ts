/** What the address of the billing page says: what a checkout answered, or that the plans are asked for. */
export interface BillingSearch {
  success?: true
  canceled?: true
  upgrade?: true
}

/** Takes from an address what makes sense there, and one of it. */
export function billingSearch({ success, canceled, upgrade }: Record<string, unknown>): BillingSearch {
  if (success === true) return { success }
  if (canceled === true) return { canceled }
  return upgrade === true ? { upgrade } : {}
}
