/** In a tab of its own: opening another page here would lock the vault and discard input. */
export const openDocs = (): void => void window.open('/docs', '_blank', 'noopener')
