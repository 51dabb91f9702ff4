/** An amount in its currency's minor unit, as invoices state it: '$50.00', '¥500'. */
export function amountText(amount: number, currency: string): string {
  try {
    const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
    return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
  } catch {
    // Not a currency code: the number alone would mislead, so it keeps the unit that it came in.
    return `${amount.toLocaleString('en-US')} ${currency} (minor unit)`
  }
}
