/** Whether a path belongs to the API; all others belong to the web app. */
export const isApi = (url: string): boolean => url.startsWith('/api/') || /^\/api(?:\?|$)/.test(url)

/** Whether a path is of the operator area, which is a separate page. A mail gateway may have encoded the # after it. */
export const isOperatorArea = (url: string): boolean => /^\/admin(?:[/?]|%(?:25)*23|$)/.test(url)
