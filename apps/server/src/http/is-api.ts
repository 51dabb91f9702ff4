/** Whether a path belongs to the API; all others belong to the web app. */
export const isApi = (url: string): boolean => /^\/api(?:[/?]|$)/.test(url)
