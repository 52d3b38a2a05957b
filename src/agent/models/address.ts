/** An address that may be shown: it may hold a name and a password, and its query a key. */
export const withoutSecrets = (address: string): string => {
  try {
    const url = new URL(address)
    return `${url.protocol}//${url.host}${url.pathname.replace(/\/$/, '')}`
  } catch {
    return '(not an address)'
  }
}
