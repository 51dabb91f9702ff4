/** Names that hold a banned word for a reason, in kebab-case. */
export const allowedNames: Readonly<Record<string, string>> = {
  'account-operator-acts': 'a path of the API',
  'downgrade-brake': 'an e-mail template, whose name is stored',
  'list-own-operator-acts': 'an operation of the API',
  'lease-lost-error': 'the term for a lease that another node has taken',
}

/**
 * Names that still have to be renamed, in kebab-case: files, exports and routes with the same words share an entry. This
 * list may only shrink. An entry that matches nothing fails, so remove it with the rename.
 */
export const namesStillToRename: readonly string[] = []
