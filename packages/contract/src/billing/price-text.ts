/** A price of a plan, in US dollars: '$5', '$4.50'. */
export const priceText = (dollars: number): string =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    ...(Number.isInteger(dollars) && { maximumFractionDigits: 0 }),
  }).format(dollars)
