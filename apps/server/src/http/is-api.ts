/** Whether an address belongs to the API; everything else is the web app's. */
export const isApi = (url: string): boolean => /^\/api(?:[/?]|$)/.test(url)
