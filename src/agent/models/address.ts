/** Removes secrets from an address before it is shown: name and password, and keys in the query. */
export const withoutSecrets = (address: string): string => {
  try {
    const url = new URL(address)
    return `${url.protocol}//${url.host}${url.pathname.replace(/\/$/, '')}`
  } catch {
    return '(not an address)'
  }
}
